"""Scripts that install packages: not for --help, and nothing of it is seen on standard output."""

import os
import subprocess
import tempfile
import unittest

SCRIPTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "scripts")
APT_GET = """#!/bin/sh
echo "apt-get $*"
echo "apt-get $*" >>"$HEDDLE_TEST_LOG"
[ "$1" = update ]
"""


class Packages(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.log = os.path.join(folder.name, "log")
        self.write(folder.name, "apt-get", APT_GET)
        self.write(folder.name, "sudo", '#!/bin/sh\nexec "$@"\n')
        self.write(folder.name, "parallel", "#!/bin/sh\necho another program of that name\n")
        self.write(folder.name, "matplotlib.py", "raise ImportError('there is none')\n")
        self.environment = dict(os.environ, PATH=folder.name + ":" + os.environ["PATH"], PYTHONPATH=folder.name,
                                HEDDLE_TEST_LOG=self.log)

    @staticmethod
    def write(folder, name, text):
        path = os.path.join(folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(path, 0o755)

    def run_script(self, *command):
        return subprocess.run([os.path.join(SCRIPTS, command[0]), *command[1:]], env=self.environment, text=True,
                              capture_output=True, check=False)

    def asked_of_apt_get(self):
        try:
            with open(self.log, encoding="utf-8") as file:
                return file.read()
        except FileNotFoundError:
            return ""

    def test_help_installs_nothing(self):
        for command in [["reproduce", "--help"], ["reproduce", "-h"], ["evidence", "--help"], ["plot", "--help"],
                        ["plot", "noc", "--help"], ["classify", "--help"], ["demo.sh", "--help"], ["test.sh", "--help"],
                        ["fuzz.sh", "--help"], ["bench.sh", "--help"]]:
            with self.subTest(command=command):
                run = self.run_script(*command)
                self.assertEqual(run.returncode, 0, run.stderr)
                self.assertTrue(run.stdout.startswith("usage: scripts/" + command[0]), run.stdout)
                self.assertEqual(run.stderr, "")
                self.assertEqual(self.asked_of_apt_get(), "")

    def test_a_list_of_runs_installs_nothing(self):
        run = self.run_script("reproduce", "icc", "--list", "--binary", "/bin/true")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("runs", run.stdout)
        self.assertEqual(self.asked_of_apt_get(), "")

    def test_what_is_missing_is_installed_without_a_word_on_standard_output(self):
        for command, packages in [(["plot", "noc", "stats.json"], "python3-matplotlib"),
                                  (["reproduce", "icc"], "parallel python3-matplotlib")]:
            with self.subTest(command=command):
                run = self.run_script(*command)
                self.assertEqual(run.returncode, 1)
                self.assertEqual(run.stdout, "")
                self.assertIn("Installing " + packages, run.stderr)
                self.assertIn("apt-get update", run.stderr)
                self.assertIn("error: apt-get could not install: " + packages, run.stderr)
                self.assertIn(packages, self.asked_of_apt_get())

    def test_an_unknown_argument_starts_nothing(self):
        for script in ["demo.sh", "test.sh", "fuzz.sh"]:
            with self.subTest(script=script):
                run = self.run_script(script, "--no-such-option")
                self.assertEqual(run.returncode, 1)
                self.assertIn("usage: scripts/" + script, run.stderr)
                self.assertEqual(self.asked_of_apt_get(), "")

    def test_wrong_arguments_are_told_before_anything_is_installed(self):
        for command, message in [(["reproduce", "no_such_paper"], "no paper is called 'no_such_paper'"),
                                 (["reproduce"], "name a paper"),
                                 (["reproduce", "icc", "--no-such-option"], "unrecognized arguments: --no-such-option"),
                                 (["reproduce", "icc", "--size", "huge"], "invalid choice: 'huge'"),
                                 (["reproduce", "icc", "--figures", "99"], "no figure is called '99'"),
                                 (["reproduce", "icc", "--workloads", "none_such"], "no workload is called 'none_such'"),
                                 (["reproduce", "icc", "--binary", "/no/such"], "/no/such: no such executable"),
                                 (["plot", "no_such_picture"], "invalid choice: 'no_such_picture'"),
                                 (["plot", "noc"], "the following arguments are required: STATS.json")]:
            with self.subTest(command=command):
                run = self.run_script(*command)
                self.assertEqual(run.returncode, 2, run.stderr)
                self.assertIn(message, run.stderr)
                self.assertEqual(run.stderr.count(message), 1)
                self.assertEqual(run.stdout, "")
                self.assertEqual(self.asked_of_apt_get(), "")

    def test_what_needs_no_package_asks_for_none(self):
        run = self.run_script("evidence", "no_such_paper")
        self.assertEqual(run.returncode, 2, run.stderr)
        self.assertIn("no_such_paper", run.stderr)
        self.assertEqual(self.asked_of_apt_get(), "")


if __name__ == "__main__":
    unittest.main()
