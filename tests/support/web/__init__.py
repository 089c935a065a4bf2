"""What the tests of the server and its pages share: tables, servers, browsers, people."""
