-- expand-only
-- The trace of the call that caused an event (W3C Trace Context). Its deliveries pass it on.
alter table events add column traceparent text, add column tracestate text;
