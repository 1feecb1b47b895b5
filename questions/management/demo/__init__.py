"""The parts of `manage.py demo`.

- `kept`: the file with the installation's secret key and the passwords of its demo accounts.
- `accounts`: makes those accounts. `database`: migrates and loads the sample bank, once.
- `serving`: holds the port and runs the web server.
- `month`: a process beside it that lets a month of simulated learners answer, once; `filling` is what it does.
"""
