//! Memory for hash tables: zeroed, and committed by the operating system only where it is used.
//!
//! Allocating a table of any size takes microseconds; each page costs when it is first touched. If the system refuses,
//! the table is smaller: a search with a small table is weaker, while an allocation that fails ends the process.

use zerocopy::FromZeros;

/// A table of this many zeroed entries, or of a half, a quarter... if there is no memory for it. It is never empty.
pub fn zeroed_table<T: FromZeros>(entries: usize) -> Box<[T]> {
    let mut entries = entries.max(1);
    loop {
        match <[T]>::new_box_zeroed_with_elems(entries) {
            Ok(table) => return table,
            Err(_) if entries > 1 => entries /= 2,
            Err(_) => panic!("no memory for a single entry of a table"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_zeroed_and_shrink_instead_of_failing() {
        assert_eq!(*zeroed_table::<u64>(5), [0; 5]);
        assert_eq!(zeroed_table::<[u64; 2]>(0).len(), 1);
        // Half of the address space is more than any machine has.
        let huge = zeroed_table::<u64>(1 << 60);
        assert!(huge.len() < 1 << 60 && huge.len().is_power_of_two());
        assert_eq!(huge[huge.len() - 1], 0);
    }
}
