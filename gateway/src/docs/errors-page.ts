import { codeToString } from "@connectrpc/connect/protocol-connect";
import { catalogue } from "@leashline/kit/errors.ts";
import { safe } from "../web/escape.ts";

/** The error catalogue, as a table. */
export function errorPage(): string {
  const rows = [...catalogue].map(
    ([code, { name, message, connectCode }]) =>
      `<tr><td>${code}</td><td><code>${name}</code></td><td><code>${codeToString(connectCode)}</code></td><td>${safe(message)}</td></tr>`,
  );
  return `<p>A refusal carries one of these numbers. REST answers it as <code>code</code> in the body at HTTP status 200; 401 and 500 are also the HTTP status. The service-style API answers the Connect code, with <code>google.rpc.ErrorInfo</code>: <code>reason</code> is the name, <code>metadata.code</code> the number. Refused fields come as <code>google.rpc.BadRequest</code>, a taken time as <code>leashline.options.v1.TimeConflict</code> with the next free ones.</p>
<table><thead><tr><th>Code</th><th>Name</th><th>Connect code</th><th>Message</th></tr></thead><tbody>${rows.join("")}</tbody></table>`;
}
