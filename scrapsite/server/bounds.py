"""Limits on what one client may use of the server. Pages and tests quote these figures."""

BODY_BYTES = 256 * 1024
BODY_SECONDS = 20.0
# From the first byte of a request to the end of its first line.
LINE_SECONDS = 10.0
DISCARD_BYTES = 8 * 1024 * 1024
DISCARD_SECONDS = 5.0

SOCKET_BYTES = 4096
# Open sockets, in each web process. A school may share an address; a match's players always have room.
SOCKETS_PER_ADDRESS = 200
SOCKETS_PER_ACCOUNT = 20
SOCKETS_PER_MATCH = 500
SOCKETS_OF_LOBBY = 2000
HANDSHAKES_AT_ONCE = 8
# New sockets of an address: so many at once, then so many a second. Who would wait longer is refused.
NEW_SOCKETS_AT_ONCE = 20
NEW_SOCKETS_A_SECOND = 10
NEW_SOCKET_SECONDS = 3.0
# Open streams, over all processes.
STREAMS_PER_ADDRESS = 100
STREAMS_PER_ACCOUNT = 4

PAGE_CACHE_ENTRIES = 512
PAGE_CACHE_BYTES = 32 * 1024 * 1024
PAGE_BYTES = 1024 * 1024
PAGE_KEY_BYTES = 1000
PAGE_SECONDS = 60.0

# Who was refused slow work for asking too often gets the same refusal for so long, without another look.
REST_SECONDS = 3.0

STREAM_BLOCK = 64 * 1024
WHOLE_FILE_BYTES = 256 * 1024

# How long a Django thread may hold the interpreter while the event loop waits. Python's default of 5 ms
# adds noticeable latency.
SWITCH_SECONDS = 0.0005
