"""The second factor: codes from an app, recovery codes, passkeys, and who has to have one."""
