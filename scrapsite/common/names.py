"""Made-up names for guests, such as Rusty Sprocket 417."""

from __future__ import annotations

import secrets

FIRST = tuple(
    "Bent Blunt Bolted Brazen Brass Cobbled Copper Corroded Cranky Creaky Dented Dusty Forged Fused "
    "Galvanic Geared Greasy Grimy Gritty Grubby Hammered Humming Iron Jagged Jolted Jury-rigged Knurled "
    "Leaky Loose Magnetic Mended Oily Patched Pitted Polished Rattling Rebuilt Riveted Rumbling Rusty "
    "Salvaged Scorched Scratched Smoking Soldered Sooty Sparking Spare Stamped Steel Stripped Surplus "
    "Tarnished Tempered Thrifty Tin Twisted Welded Whirring Wired Wobbly Worn".split()
)
SECOND = tuple(
    "Anvil Axle Battery Bearing Bellows Bolt Bracket Bucket Bushing Cable Camshaft Capacitor Chassis "
    "Clamp Clutch Cog Coil Conduit Crank Diode Dynamo Fan Flange Flywheel Funnel Fuse Gasket Gear Girder "
    "Grommet Hinge Hopper Hub Lever Magnet Manifold Nozzle Piston Pliers Pulley Pump Ratchet Relay Rivet "
    "Rotor Servo Shim Socket Solenoid Spanner Spindle Spring Sprocket Stator Switch Toolbox Toggle "
    "Turbine Valve Washer Winch Wrench".split()
)


def made_up_name() -> str:
    """Return a random name out of a few million. Two can be the same."""
    return f"{secrets.choice(FIRST)} {secrets.choice(SECOND)} {100 + secrets.randbelow(900)}"
