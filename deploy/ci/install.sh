#!/usr/bin/env bash
# Installs the packages when they are not those of package-lock.json. Runs on a fresh machine: any Node from 20 on, npm 11.
set -euo pipefail
cd "$(dirname "$0")/../.."
stamp=node_modules/.cache/leashline/installed
wanted=$(cksum <package-lock.json)
if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ] && node_modules/.bin/node -v >/dev/null 2>&1; then exit 0; fi

# npm must not run on the Node it is about to replace.
PATH=$(printf '%s' "$PATH" | tr ':' '\n' | grep -v 'node_modules/\.bin$' | paste -sd: -)
command -v npm >/dev/null || { echo "npm is needed (with Node 20 or newer): https://nodejs.org" >&2; exit 1; }

# Packages installed by hand (npm install) count, if they are the ones the lock names.
if ! node deploy/ci/installed.mjs 2>/dev/null; then
  echo "Installing packages (npm ci)"
  npm ci --no-audit --no-fund --loglevel=error
fi
node_modules/.bin/node -e 'if (Number(process.versions.node.split(".")[0]) < 26) process.exit(1)' || {
  echo "The package 'node' did not install its program: npm must be allowed to run its install script (npm 11, allowScripts in package.json)." >&2
  exit 1
}
mkdir -p "$(dirname "$stamp")"
printf '%s\n' "$wanted" >"$stamp"
