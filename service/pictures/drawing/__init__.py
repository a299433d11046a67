"""Boards, hands and charts as SVG."""
