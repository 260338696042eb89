-- wrk prints for people; this prints its figures as one line of JSON, times in microseconds.
done = function(summary, latency)
  local errors = summary.errors
  io.write(string.format('{"requests":%d,"micros":%d,"refused":%d,"failed":%d,"p50":%d,"p99":%d,"max":%d}\n',
    summary.requests, summary.duration, errors.status, errors.connect + errors.read + errors.write + errors.timeout,
    latency:percentile(50), latency:percentile(99), latency.max))
end
