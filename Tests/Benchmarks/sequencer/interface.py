"""Measures the public interface of ALSASequencer against a C loop of one thread.

The latency is from the kernel's timestamp of an event to the program that gets it: the return of snd_seq_event_input, or
the body of a `for await` loop. Both programs have ordinary priority."""
from instruments import MS, Instrument, say
from table import Row

LATENCY_EVENTS = 10_000
FAST_EVENTS = 1_000_000
FAST_INTERVAL = 10_000  # nanoseconds


def receive(action, count, interval, *options, sending=()):
    """Returns what the receiver counted, the sorted latencies in nanoseconds, and the events per second."""
    receiver = Instrument(action, "--count", count, *options)
    sender = Instrument("send", "--to", receiver.address, "--count", count, "--interval", interval, *sending)
    sent, _ = sender.finish()
    received, (_, stamps, times) = receiver.finish()
    rate = count * 1e9 / sent["nanoseconds"]
    say(f"{action} {' '.join(options)}: {received['events']:,} of {count:,} events at {rate:,.0f}/s")
    return received, sorted(time - stamp for stamp, time in zip(stamps, times)), rate


def percentile(latencies, percent):
    return latencies[min(len(latencies) - 1, int(len(latencies) * percent / 100))] / 1000


def allocations(received, count, place):
    """Returns the row of the allocations after the first tenth of the events.

    midirec allocates only to read the clock of its queue, up to 10 times per second. To wake a task elsewhere, Swift's
    runtime allocates twice."""
    rate = received["allocations"] / (0.9 * count)
    bar = 0.02 if "thread" in place else 2.02
    return Row(f"allocations per event of {place}, {count:,} events", f"{rate:.3f}", "", f"{bar}", rate <= bar)


def measure():
    _, loop, _ = receive("receive", LATENCY_EVENTS, MS, "--monotonic", "--ordinary")
    for place, options in (("a task on the thread of its input", ["--on-thread"]), ("a task", [])):
        received, task, _ = receive("receive-in-task", LATENCY_EVENTS, MS, *options)
        yield allocations(received, LATENCY_EVENTS, place)
        for percent in (50, 99):
            mine, peer = percentile(task, percent), percentile(loop, percent)
            yield Row(f"latency of {place}, percentile {percent}, to that of a C loop", f"{mine:,.0f} µs", f"{peer:,.0f} µs",
                      "2", mine <= 2 * peer)
        # A system call takes longer than 10 µs on a simulated machine, so there is none for each event.
        received, _, rate = receive(
            "receive-in-task", FAST_EVENTS, FAST_INTERVAL, "--untimed", *options, sending=["--together"]
        )
        lost = FAST_EVENTS - received["events"]
        yield allocations(received, FAST_EVENTS, place)
        yield Row(f"{FAST_EVENTS:,} events at {rate:,.0f}/s: lost by {place}", f"{lost:,}", "", "0", lost == 0)
