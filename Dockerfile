# The content is prepared by `npm run image:context`, so that this build needs no network (docs/container-image.md):
#   npm run image:context && docker build -f Dockerfile -t nani dist/image
ARG BASE=debian:bookworm-slim
FROM ${BASE} AS base
# Not needed by a service. Licences stay.
RUN rm -rf /var/cache/apt /var/lib/apt/lists /usr/share/locale /usr/share/man /usr/share/info \
  && find /usr/share/doc -type f ! -name copyright -delete

# One layer, so that what was removed is not in the image.
FROM scratch
COPY --from=base / /

# Numbers, so that an orchestrator can verify that the process is not root.
RUN mkdir -p /data && chown 10001:10001 /data && chmod 700 /data
COPY . /opt/nani/
RUN ln -s /opt/nani/node_modules/node/bin/node /usr/local/bin/node \
  && ln -s /opt/nani/packages/operator/bin/nani.js /usr/local/bin/nani \
  && chmod 755 /opt/nani/packages/operator/bin/nani.js

WORKDIR /opt/nani
USER 10001:10001
# The root file system may be read-only. Only /data and /tmp are written.
ENV NANI_DATA_DIR=/data NANI_HOST=0.0.0.0 NODE_ENV=production
# Large blocks of memory return to the system, as with `npm start` (docs/face-models.md).
ENV MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072
VOLUME /data
EXPOSE 4010 4443 4020 4030
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4010/livez').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "packages/server/src/main.ts"]
