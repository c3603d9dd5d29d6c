//! Threads that work only where nobody else wants to: what the operating system is asked for.

/// From here on, the calling thread comes after everybody else. Where the system cannot say that of one thread, nothing
/// changes.
pub fn yield_to_others() {
    #[cfg(target_os = "linux")]
    {
        // To Linux, the priority of "this process" is that of the calling thread.
        let _ = rustix::process::setpriority_process(None, LAST);
    }
}

/// The greatest niceness.
#[cfg(target_os = "linux")]
const LAST: i32 = 19;

#[cfg(test)]
mod tests {
    #[test]
    #[cfg(target_os = "linux")]
    fn one_thread_steps_back_and_no_other() {
        let niceness = || rustix::process::getpriority_process(None).unwrap();
        let before = niceness();
        let other = std::thread::spawn(move || {
            super::yield_to_others();
            niceness()
        });
        assert_eq!((other.join().unwrap(), niceness()), (super::LAST, before));
    }
}
