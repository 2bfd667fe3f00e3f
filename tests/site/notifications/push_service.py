"""A browser and its push service, which read what a site sends as RFC 8188, 8291 and 8292 say.

They share nothing with what encrypts and signs but the primitives of `cryptography`.
"""

from __future__ import annotations

import base64
import json
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()


def text_of(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def bytes_of(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Browser:
    """A browser that has subscribed; *p256dh* and *auth* are what it gives to the site."""

    def __init__(
        self, key: ec.EllipticCurvePrivateKey | None = None, auth: bytes = b"sixteen bytes ok"
    ) -> None:
        self._key = key or ec.generate_private_key(CURVE)
        self._public = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self._auth = auth
        self.p256dh, self.auth = text_of(self._public), text_of(auth)

    def read(self, body: bytes) -> bytes:
        """Return what *body*, one record of `aes128gcm`, says."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert length == 65
        assert len(sealed) <= size
        shared = self._key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender))
        secret = _derived(shared, self._auth, b"WebPush: info\0" + self._public + sender, 32)
        key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
        padded = AESGCM(key).decrypt(nonce, sealed, None)
        said, delimiter, padding = padded.rpartition(b"\x02")
        assert delimiter
        assert not padding.strip(b"\0")
        return said


def claims_of(headers: dict[str, str], public_key: str) -> dict[str, Any]:
    """Return the claims of a request's sender, whose signature must be that of *public_key*."""
    scheme, parts = headers["Authorization"].split(" ", 1)
    assert scheme == "vapid"
    given = dict(part.strip().split("=", 1) for part in parts.split(","))
    assert given["k"].rstrip("=") == public_key
    head, claims, signature = given["t"].split(".")
    assert json.loads(bytes_of(head))["alg"] == "ES256"
    raw = bytes_of(signature)
    pair = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    signer = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, bytes_of(public_key))
    signer.verify(pair, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    return dict(json.loads(bytes_of(claims)))


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)
