"""`manage.py make_push_key`: print a new VAPID key for the settings."""

from __future__ import annotations

import base64
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    """Prints the public and the private part of a new key for web push."""

    help = "Print a new VAPID key for web push, as lines for .env."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        """Create and print the key. It isn't stored."""
        key = ec.generate_private_key(ec.SECP256R1())
        public = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        private = key.private_numbers().private_value.to_bytes(32, "big")
        self.stdout.write(f"VAPID_PUBLIC_KEY={_text(public)}")
        self.stdout.write(f"VAPID_PRIVATE_KEY={_text(private)}")


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
