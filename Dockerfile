# The product as an image: docs/operations.md, "Containers".
ARG BASE=docker.io/library/node:24.21.0-trixie-slim

FROM ${BASE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
# The scripts of packages never run, here as everywhere.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build \
  && node scripts/image-packages.ts \
  && npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/.cache

FROM ${BASE}
# Videos are read by processes that reach nothing else: by Landlock (setpriv), or bubblewrap where the host permits namespaces.
RUN apt-get update \
  && apt-get install -y --no-install-recommends bubblewrap ca-certificates util-linux \
  && rm -rf /var/lib/apt/lists/* \
  && mkdir /data && chown node:node /data && chmod 0700 /data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/drizzle ./drizzle
COPY --from=build /app/src ./src
COPY --from=build /app/dist ./dist
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --start-period=30s --interval=15s --timeout=5s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# The files of the product are read-only: run it with a read-only root and a /tmp in memory.
CMD ["/app/dist/product/serve"]
