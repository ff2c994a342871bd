//! Functions compiled for several instruction sets, the best of which is chosen at run time.

/// Defines a function that dispatches to the best available instruction set. The module that uses it must allow unsafe code.
#[macro_export]
macro_rules! dispatched {
    ($(#[$meta:meta])* $visibility:vis $name:ident, $body:ident, ($($argument:ident : $kind:ty),*) $(-> $result:ty)?) => {
        $(#[$meta])*
        #[inline]
        $visibility fn $name($($argument: $kind),*) $(-> $result)? {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512bw")]
                fn avx512($($argument: $kind),*) $(-> $result)? {
                    $body($($argument),*)
                }
                #[target_feature(enable = "avx2")]
                fn avx2($($argument: $kind),*) $(-> $result)? {
                    $body($($argument),*)
                }
                if is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512bw")
                {
                    // SAFETY: the features were just detected.
                    return unsafe { avx512($($argument),*) };
                }
                if is_x86_feature_detected!("avx2") {
                    // SAFETY: the features were just detected.
                    return unsafe { avx2($($argument),*) };
                }
            }
            $body($($argument),*)
        }
    };
}
