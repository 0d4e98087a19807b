import { createInterface } from "node:readline";
import { createClient } from "@connectrpc/connect";
import { SessionService } from "../gen/leashline/account/v1/session_service_pb.js";
import { openTransport } from "./call.ts";
import { forget, type Identity, save } from "./identity.ts";
import type { Terminal } from "./main.ts";
import { exit, Usage } from "./usage.ts";

/** Signs in with e-mail and password and keeps the session for later calls. */
export async function login(terminal: Terminal, identity: Identity, emailFlag: string | undefined): Promise<number> {
  const sessions = createClient(SessionService, openTransport(identity.url));
  const email = emailFlag ?? (await ask(terminal, "E-mail: "));
  const password = terminal.env.LEASHLINE_PASSWORD ?? (await ask(terminal, "Password: ", true));
  let answer = await sessions.signIn({ email, password });
  if (answer.secondFactorRequired) answer = await sessions.signIn({ challenge: answer.challenge, code: await ask(terminal, "Code: ") });
  save(terminal.env, { url: identity.url, token: answer.sessionToken });
  terminal.out(`Signed in to ${identity.url} as ${answer.account?.email || email}.`);
  return exit.ok;
}

export async function logout(terminal: Terminal, identity: Identity): Promise<number> {
  try {
    if (identity.from === "login")
      await createClient(SessionService, openTransport(identity.url)).logout({}, { headers: identity.headers });
  } catch {
    // A server that does not answer cannot keep us signed in here.
  }
  forget(terminal.env);
  terminal.out("Signed out.");
  return exit.ok;
}

export async function whoami(terminal: Terminal, identity: Identity): Promise<number> {
  if (identity.from === "LEASHLINE_API_KEY") terminal.out(`An API key, at ${identity.url}.`);
  else {
    const info = await createClient(SessionService, openTransport(identity.url)).getSessionInfo({}, { headers: identity.headers });
    const place = info.business ? `, in ${info.business.businessName} (business ${info.business.id})` : "";
    terminal.out(`${info.account?.email ?? "somebody"}${place}, at ${identity.url}.`);
  }
  return exit.ok;
}

function ask(terminal: Terminal, question: string, secret = false): Promise<string> {
  if (!terminal.input.isTTY) throw new Usage("There is no terminal to ask at: give --email and set LEASHLINE_PASSWORD.");
  const lines = createInterface({ input: terminal.input, output: process.stderr, terminal: true });
  return new Promise((resolve) => {
    lines.question(question, (answer) => {
      lines.close();
      if (secret) process.stderr.write("\n");
      resolve(answer.trim());
    });
    // What is typed is not shown.
    if (secret) (lines as unknown as { _writeToOutput: () => void })._writeToOutput = () => undefined;
  });
}
