# Its steps are those of config/setup.sh.
FROM swift:6.3-bookworm AS build
WORKDIR /pyramidion
COPY config config
RUN config/setup.sh building
COPY Package.swift ./
COPY Sources Sources
COPY Tests Tests
RUN swift build -c release --static-swift-stdlib --product pyramidion

FROM debian:12-slim
COPY config /tmp/config
RUN /tmp/config/setup.sh running && rm -rf /tmp/config /var/lib/apt/lists/* \
  && useradd --system --home-dir /nonexistent --shell /usr/sbin/nologin pyramidion
COPY --from=build /pyramidion/.build/release/pyramidion /usr/local/bin/pyramidion
COPY --from=build /pyramidion/.build/release/pyramidion_Viewer.resources /usr/local/bin/pyramidion_Viewer.resources
USER pyramidion
# Images are mounted read-only: -v /some/images:/images:ro
VOLUME /images
EXPOSE 8080
STOPSIGNAL SIGTERM
ENTRYPOINT ["pyramidion"]
CMD ["serve", "/images", "--listen", "0.0.0.0:8080"]
