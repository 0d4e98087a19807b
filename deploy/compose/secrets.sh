#!/usr/bin/env bash
# Writes deploy/compose/.env (secrets) and providers.env (accounts; at first the sandbox's), once.
set -euo pipefail
cd "$(dirname "$0")"
[ ! -f .env ] || { echo ".env is there already. The database keeps the passwords it was made with: delete .env only with its volume." >&2; exit 1; }
word() { head -c 32 /dev/urandom | base64 | tr -d '/+=\n'; }
umask 077
cat >.env <<VALUES
LEASHLINE_PUBLIC_URL=http://localhost:8080
LEASHLINE_SIGNING_KEY=$(word)$(word)
LEASHLINE_DB_PASSWORD=$(word)
POSTGRES_PASSWORD=$(word)
LEASHLINE_SANDBOX_TOKEN=$(word)
VALUES
[ -f providers.env ] || cat >providers.env <<VALUES
# Your accounts go here; remove the two API_BASE lines and SCRIPT_URL then. As it stands the sandbox plays their part: docker compose --profile sandbox up -d
LEASHLINE_STRIPE_API_BASE=http://sandbox:8091
LEASHLINE_STRIPE_SECRET_KEY=sk_test_$(word)
LEASHLINE_STRIPE_WEBHOOK_SECRET=whsec_$(word)
LEASHLINE_STRIPE_PUBLISHABLE_KEY=pk_test_leashline_sandbox
LEASHLINE_STRIPE_SCRIPT_URL=http://localhost:8091/v3/
LEASHLINE_TWILIO_API_BASE=http://sandbox:8091
LEASHLINE_TWILIO_ACCOUNT_SID=AC00000000000000000000000000000000
LEASHLINE_TWILIO_AUTH_TOKEN=$(word)
LEASHLINE_TWILIO_FROM=+12065550100
LEASHLINE_SMTP_URL=smtp://sandbox:8092
LEASHLINE_MAIL_FROM=hello@example.test
VALUES
echo "wrote .env and providers.env in $(pwd)"
