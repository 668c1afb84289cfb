"""Measures the public interface of ALSASequencer against a C loop of one thread.

The latency is from the kernel's timestamp of an event to the program that gets it: the return of snd_seq_event_input, or
the body of a `for await` loop. Both programs have ordinary priority."""
from instruments import MS, Instrument, say
from table import Row

LATENCY_EVENTS = 10_000
FAST_EVENTS = 1_000_000
FAST_INTERVAL = 10_000  # nanoseconds


def receive(action, count, interval, *options):
    """Returns the number of received events, and their sorted latencies in nanoseconds."""
    receiver = Instrument(action, "--count", count, *options)
    sender = Instrument("send", "--to", receiver.address, "--count", count, "--interval", interval)
    sent, _ = sender.finish()
    received, (_, stamps, times) = receiver.finish()
    rate = count * 1e9 / sent["nanoseconds"]
    say(f"{action} {' '.join(options)}: {received['events']:,} of {count:,} events at {rate:,.0f}/s")
    return received["events"], sorted(time - stamp for stamp, time in zip(stamps, times)), rate


def percentile(latencies, percent):
    return latencies[min(len(latencies) - 1, int(len(latencies) * percent / 100))] / 1000


def measure():
    _, loop, _ = receive("receive", LATENCY_EVENTS, MS, "--monotonic", "--ordinary")
    for place, options in (("a task on the thread of its input", ["--on-thread"]), ("a task", [])):
        _, task, _ = receive("receive-in-task", LATENCY_EVENTS, MS, *options)
        for percent in (50, 99):
            mine, peer = percentile(task, percent), percentile(loop, percent)
            yield Row(f"latency of {place}, percentile {percent}, to that of a C loop", f"{mine:,.0f} µs", f"{peer:,.0f} µs",
                      "2", mine <= 2 * peer)
        events, _, rate = receive("receive-in-task", FAST_EVENTS, FAST_INTERVAL, *options)
        lost = FAST_EVENTS - events
        yield Row(f"{FAST_EVENTS:,} events at {rate:,.0f}/s: lost by {place}", f"{lost:,}", "", "0", lost == 0)
