"""The dice tower at the table's end: CTP/1 (`ctp`), its proofs (`proof`, `roll`), the conversation (`exchange`,
`session`), and what carries it: a serial port (`serial`), the simulated tower (`sim`), a recording (`traffic`). `fair`
judges dice by their counts.
"""
