"""Metrics for Prometheus: requests, durations, and what is open.

Counting is a few additions; prometheus_client, with a registry of this server's own, is imported and asked to
format them when somebody scrapes them.
"""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from starlette.types import ASGIApp, Receive, Scope, Send

from primeparlor.web import logging
from primeparlor.web.responses import STATUS, build_error_response

if TYPE_CHECKING:
    from prometheus_client import Metric

BOUNDS = (0.005, 0.02, 0.1, 0.5, 2.0, 10.0)  # seconds
ROUTE = "parlor.route"  # key in the scope: the route's pattern, without the values clients fill in
ELSEWHERE = "elsewhere"  # label of requests that match no route


class Metrics:
    """Metrics counted since the start; a collector of prometheus_client."""

    def __init__(self) -> None:
        self.began = time.time()
        self.requests: Counter[tuple[str, str, int]] = Counter()
        self.durations: dict[str, list[int]] = {}  # of each route: how many up to each bound, and longer
        self.seconds: dict[str, float] = {}
        self.counts: Counter[str] = Counter()
        self.gauges: dict[str, Callable[[], float]] = {}

    def count_response(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a response."""
        self.requests[method, route, status] += 1
        self.seconds[route] = self.seconds.get(route, 0.0) + seconds
        self.durations.setdefault(route, [0] * (len(BOUNDS) + 1))[bisect_left(BOUNDS, seconds)] += 1

    def encode_text(self) -> tuple[bytes, str]:
        """Return all metrics in Prometheus format, and its content type."""
        from prometheus_client import CollectorRegistry
        from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

        registry = CollectorRegistry()
        registry.register(self)
        return generate_latest(registry), CONTENT_TYPE_LATEST

    def collect(self) -> Iterator[Metric]:
        """Yield all metrics, for prometheus_client."""
        from prometheus_client.metrics_core import (
            CounterMetricFamily,
            GaugeMetricFamily,
            HistogramMetricFamily,
        )

        requests = CounterMetricFamily(
            "parlor_requests", "Requests answered", labels=["method", "route", "status"]
        )
        for (method, route, status), count in sorted(self.requests.items()):
            requests.add_metric([method, route, str(status)], count)
        yield requests
        durations = HistogramMetricFamily("parlor_request_seconds", "How long answers took", labels=["route"])
        for route, counts in sorted(self.durations.items()):
            sums = [sum(counts[: at + 1]) for at in range(len(counts))]
            names = [*(f"{bound:g}" for bound in BOUNDS), "+Inf"]
            durations.add_metric([route], [*zip(names, sums, strict=True)], self.seconds[route])
        yield durations
        for name, count in sorted(self.counts.items()):
            yield CounterMetricFamily(f"parlor_{name}", "Events of this kind", value=count)
        for name, gauge in sorted(self.gauges.items()):
            yield GaugeMetricFamily(f"parlor_{name}", "Open at present", value=gauge())
        yield GaugeMetricFamily("parlor_start_time_seconds", "When the server started", value=self.began)


class MetricsMiddleware:
    """Middleware that counts and logs every response, and answers for unexpected errors."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app, self._metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on the request and record its status and duration."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        try:
            await self._app(scope, receive, send)
        except Exception as error:
            logging.log_error(error, route=scope.get(ROUTE, ELSEWHERE))
            if STATUS not in scope:
                scope[STATUS] = 500
                await build_error_response(error)(scope, receive, send)
        finally:
            self._record_response(scope, scope.get(STATUS, 0), time.perf_counter() - began)

    def _record_response(self, scope: Scope, status: int, seconds: float) -> None:
        route, method = scope.get(ROUTE, ELSEWHERE), scope["method"]
        method = method if method in ("GET", "HEAD", "POST") else "OTHER"
        self._metrics.count_response(method, route, status, seconds)
        logging.log_response(method, route, status, seconds)
