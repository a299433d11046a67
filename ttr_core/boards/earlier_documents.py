"""Boards as earlier releases shipped them, before their map files changed: the hashes of their documents.

Records and stored games hold the documents themselves, so that a hash is enough to know one for ours. Before a map file
changes, add the hashes of what it is resolved to, for every number of players and choice of options.
"""

_HASHES = frozenset(
    {
        # italy
        "40e4f14fd5f44e94bf12c9531685b5e37c29c83a628f1d1ef5b07fc8be651185",
        "634945de02b0951ce4c1a867daa265517582a1aa69b51550784bae642e315730",
        # world-dense
        "1ced135b69b4e0c60691594b8cb1f486dc1735bb0a34430ac4e31a03d1c2e5a0",
        "3b7a3198aefd22ae7e34c4dbd07e2eb249e05ed4e44b976647e077caf92055e9",
        "586e3e19406402582f2210b2a732c5b0caca5a8f45fc1f6fff9ac318ef189198",
        "6d889d81329940c144a27add29c3cff02e1c46af8976519db2e16ac92987e528",
        "833ee59864d849a8dd12c1be6f5ecc6a02987aef6449c1498cbd43c358703091",
        "93ef4e28911728b9eb654e90dbed1b589b1e6ed090f8ef41fdf06dd5b31ea9c6",
        "aa024e40a646c8ef0645bfebb086e856525e0ac9c47181f4299b5200150b6805",
        "c1f5a1c05acfa03e78bbeaed40047fd660efa55fadd6f8ba3f0abb8cfabc39eb",
        "d8f42f5a2bd9b434012bf9fc20c0ebf99be68ebb7c2b20eb474bfbc62658b1a7",
        "eb2b3f381336266376fa9f0ea811483dc68daff4ccebb27d2cf68603d076c4aa",
        # world-light
        "1b77755168ffc27b39b4086bc411de0fbbecd1c1f7007a6b79259c8361d2e408",
        "3ceac59bee52e7b495da1c1aae496b777a2fabeff9d0c77b7ec5b900d9242f80",
        "6ba6cbd4fc8394fdfc6d049c6b3c8f927f69a88c26df9e9b54c7782424445c01",
        "706d6ea926c2d8d7667b2090868b58392e2ef568d05ac44711a45c7278b39c25",
        "9565c498e68fd9300a7f0aa3d66d43874de2b9bb0a24e7dc8eec094e3690fa00",
        "a7d2ff7ceb25df74d068367e1a6d166b352dcbcbab4cfd64540b43a216326890",
        "bc60897aa37ba27ee067afa19b984e154f005e83e51d4b931010bee3ac6d6f6b",
        "c910ec778d0f693060b8a515e2ceb690c5f0547f8d302b60cd214bdbae08737a",
        "cc5224088ae948865fc29ad77d46db517ab0e21dabfacdcee277a90164e832b7",
        "f51b9dbe020d4cc7fadcf27ac1621bcf65774f126ea4d030d1b8b35ff76ac94c",
    }
)


def was_shipped(document_hash: str) -> bool:
    """Whether a resolved document with this hash came with an earlier release."""
    return document_hash in _HASHES
