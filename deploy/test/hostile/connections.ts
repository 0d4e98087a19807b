import { breakOff, leavings, overHttp, overWebsocket, type Stage } from "@leashline/kit/test";
import { expect, test } from "vitest";
import { type ProgramName, portsFrom, services } from "../../constellation.ts";
import { answers } from "../../infra/ports.ts";
import type { Probe } from "../hostile.journey.ts";

const rpc = "/leashline.account.v1.SessionService/SignIn";
const letter = ["EHLO stranger\r\n", "MAIL FROM:<a@b.example>\r\n", "RCPT TO:<c@d.example>\r\n", "DATA\r\n", "Subject: hal"];
const overMail: Stage[] = letter.map((line, at) => ({ name: `after ${line.trim()}`, says: letter.slice(0, at + 1), answered: true }));

/** Every port that a program of ours opens, and what breaks off there. */
function doors(base: number): [ProgramName, number, Stage[]][] {
  const ports = portsFrom(base);
  return [
    ["gateway", ports.gateway, [...overHttp(["/healthz", "/anything", "/ws?token=x", rpc]), ...overWebsocket("/ws?token=x")]],
    ...services.map((name): [ProgramName, number, Stage[]] => [name, ports.services[name], overHttp(["/readyz", rpc])]),
    ["sandbox", ports.sandbox, overHttp(["/", "/v1/payment_intents", "/api/feed"])],
    ["sandbox", ports.sandboxMail, overMail],
  ];
}

/** No program of ours ends by an event that nobody listens to. */
export const brokenConnections: Probe = (app) => {
  test("at every stage, on every port: each program is the process it was, and answers", async () => {
    const all = doors(app().port);
    const running = () => Object.fromEntries(all.map(([name]) => [name, app().pid(name)]));
    const before = running();
    for (const [, port, stages] of all)
      for (const stage of stages) for (const leaving of leavings) await breakOff({ port }, stage, leaving);
    for (const [name, port] of all) {
      const greets = port === portsFrom(app().port).sandboxMail;
      const answered = greets
        ? answers(port, "", /^220 /)
        : answers(port, "GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n", /^HTTP\/1\.1 /);
      expect([name, port, await answered]).toEqual([name, port, true]);
    }
    expect(running()).toEqual(before);
  });
};
