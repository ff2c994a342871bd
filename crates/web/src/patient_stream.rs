//! A TCP stream that gives up on a client that stops reading.
//!
//! While data waits to be written, something must be accepted within the stall time, and the whole at the lowest rate that
//! [`ConnectionLimits`] allows. What a client does not send is watched elsewhere: heads by the HTTP library, bodies where
//! they are read.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep_until};

use crate::connections::ConnectionLimits;

/// A stream with patience.
#[derive(Debug)]
pub(crate) struct PatientStream {
    stream: TcpStream,
    limits: ConnectionLimits,
    backlog: Option<Backlog>,
}

/// Data that the client has not accepted at once.
#[derive(Debug)]
struct Backlog {
    start: Instant,
    written: usize,
    deadline: Pin<Box<Sleep>>,
}

impl PatientStream {
    pub(crate) fn new(stream: TcpStream, limits: ConnectionLimits) -> PatientStream {
        PatientStream {
            stream,
            limits,
            backlog: None,
        }
    }

    /// Notes the result of a write, and fails when the client has taken too long.
    fn check(
        &mut self,
        cx: &mut Context<'_>,
        result: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        let now = Instant::now();
        match result {
            Poll::Ready(Ok(count)) => {
                if let Some(backlog) = &mut self.backlog {
                    backlog.written += count;
                    let stall = now + self.limits.stall_time;
                    let rate = backlog.start + self.limits.time_for(backlog.written);
                    backlog.deadline.as_mut().reset(stall.min(rate));
                }
                Poll::Ready(Ok(count))
            }
            Poll::Pending => {
                let stall = now + self.limits.stall_time;
                let backlog = self.backlog.get_or_insert_with(|| Backlog {
                    start: now,
                    written: 0,
                    deadline: Box::pin(sleep_until(stall)),
                });
                ready!(backlog.deadline.as_mut().poll(cx));
                Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
            }
            failed @ Poll::Ready(Err(_)) => failed,
        }
    }
}

impl AsyncRead for PatientStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for PatientStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        data: &[u8],
    ) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write(cx, data);
        self.check(cx, result)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        data: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write_vectored(cx, data);
        self.check(cx, result)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    /// The HTTP library flushes when it has written everything.
    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.backlog = None;
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
