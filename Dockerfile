# Two stages: packages first, then a slim image that runs them as a user without rights on a file system that may be read-only.
FROM node:26-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/client/package.json ./packages/client/
# npm takes native parts for this platform alone, but for one package that carries them all; and the image brings Node itself.
RUN npm ci --omit=dev \
  && rm -rf node_modules/node-linux-* node_modules/.bin/node \
  && for parts in node_modules/onnxruntime-node/bin/napi-v*; do \
       [ ! -d "$parts" ] || find "$parts" -mindepth 2 -maxdepth 2 -type d ! -path "*/linux/$(node -p process.arch)" -exec rm -rf {} +; \
     done

FROM node:26-bookworm-slim
# What a release adds: docker build --build-arg VERSION=1.2.3 --build-arg REVISION=$(git rev-parse HEAD) --build-arg SOURCE=https://…
ARG VERSION=unreleased
ARG REVISION=unknown
ARG SOURCE=
LABEL org.opencontainers.image.title="Card Market Data" \
  org.opencontainers.image.description="Trading-card market data over HTTP: identification, prices, history, listings and images, with exact metering." \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.version="$VERSION" \
  org.opencontainers.image.revision="$REVISION" \
  org.opencontainers.image.source="$SOURCE"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8787 METRICS_HOST=0.0.0.0 DATA_DIR=/data
# Two arenas instead of eight a core: the readers of photos then give back what they no longer need, and threads hardly ever wait for each other.
ENV MALLOC_ARENA_MAX=2
# The program sets this too, before it loads what reads photos; here it also holds for whatever else is run in the container.
ENV ORT_DISABLE_TELEMETRY=1
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY package.json openapi.json ./
COPY bin ./bin
COPY src ./src
COPY web ./web
COPY packages/client/src ./packages/client/src
COPY packages/client/dist ./packages/client/dist
# The command, for `docker exec CONTAINER card-market accounts create …` as for the service itself.
RUN mkdir -m 0700 /data && chown node:node /data && ln -s /app/bin/card-market.js /usr/local/bin/card-market
USER node
# All that is written lies here: a SQLite database, an imported catalogue, compiled code for the next start.
VOLUME /data
EXPOSE 8787 9464
HEALTHCHECK --interval=10s --timeout=3s --start-period=15s --retries=3 CMD ["node", "bin/healthcheck.js"]
# node itself is process 1, so that SIGTERM reaches it and it drains.
CMD ["node", "bin/card-market.js", "serve"]
