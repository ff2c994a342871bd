//! Memory that will be wanted soon is asked for early, so that nobody waits for it.
//!
//! An entry of the table is seldom in a cache, and a search that reads it when it needs it stands still for a tenth of its
//! time. A plain early read does not help: the processor cannot finish anything behind it.
#![allow(
    unsafe_code,
    reason = "the hint to the processor has no safe name in the standard library"
)]

/// Asks for a value.
#[inline]
pub(crate) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a hint. It reads and writes nothing that the program can see, and the address is that of a value.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
