//! Prefetch transposition-table buckets to hide memory latency.
//!
//! A bucket is seldom in a cache, and a search that does not prefetch waits for memory a tenth of its time. An ordinary early load
//! does not help: it blocks the instructions behind it from retiring.
#![allow(unsafe_code, reason = "the standard library has no safe prefetch")]

/// Hints that the value will be read soon.
#[inline]
pub(crate) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch has no effect that the program can observe, and the address is that of a live value.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
