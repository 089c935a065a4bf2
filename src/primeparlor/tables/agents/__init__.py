"""Tables of programs that come in.

agent_table   a table of a program against the house, and what its decisions gave away
handles       the open tables of programs, by handles that nobody can guess
options       options of tables and environments for programs, checked
"""
