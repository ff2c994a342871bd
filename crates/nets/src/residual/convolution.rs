//! The one loop that takes all the time.
