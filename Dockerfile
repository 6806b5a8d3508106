# Its steps are those of config/setup.sh, which continuous integration runs.
#
#   docker build -t pyramidion .
#   docker run --read-only --cap-drop ALL --security-opt no-new-privileges -p 8080:8080 \
#     -v /some/images:/images:ro -v pyramids:/pyramids pyramidion
#
# Decoders box themselves, for which Docker's own list of system calls has all they need; the first
# line of the log says whether the kernel has it too.
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
  && useradd --system --uid 10001 --home-dir /nonexistent --shell /usr/sbin/nologin pyramidion \
  && install -d -o pyramidion -g pyramidion /pyramids
COPY --from=build /pyramidion/.build/release/pyramidion /usr/local/bin/pyramidion
COPY --from=build /pyramidion/.build/lib/pyramidion /usr/local/lib/pyramidion
USER pyramidion
# Nothing but the store is ever written to.
ENV PYRAMIDION_FOLDER=/images PYRAMIDION_STORE=/pyramids PYRAMIDION_LISTEN=*:8080
VOLUME /images /pyramids
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=5s \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/8080; printf 'GET /healthz HTTP/1.0\\r\\n\\r\\n' >&3; head -1 <&3 | grep -q ' 200 '"]
ENTRYPOINT ["pyramidion"]
CMD ["serve"]
