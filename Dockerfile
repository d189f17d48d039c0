# The image of a release. The go command is part of it: code is loaded with it. Run it as
#
#   docker run --rm -v "$PWD:/src" ghcr.io/ampcheck/ampcheck check
FROM golang:1.26-alpine
RUN apk add --no-cache git
ARG TARGETPLATFORM
COPY $TARGETPLATFORM/ampcheck /usr/local/bin/ampcheck
WORKDIR /src
# A tree of another user, and no toolchain that the tree asks for.
ENV GOTOOLCHAIN=local GOFLAGS=-buildvcs=false
ENTRYPOINT ["ampcheck"]
CMD ["check"]
