// The real gateway before the real account service, with a letter box where the message service would be.
import { service as account } from "@leashline/account";
import { defineService } from "@leashline/kit";
import { startServers } from "@leashline/kit/test";
import { MailService, type SendMailRequest } from "@leashline/proto/leashline/message/v1/mail_service_pb.js";
import type { GatewayConfig } from "../src/config.ts";
import { type OpenGateway, openGateway, rpcs } from "./harness.ts";

export const password = "correct horse battery";

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: answers of any RPC, read by tests
  body: any;
  /** The session token that the answer's cookie carries. */
  cookie: string | undefined;
}

export interface RealGateway extends OpenGateway {
  mails: SendMailRequest[];
  /** A service-style call of the account service: "SessionService/SignIn". */
  call: (rpc: string, body?: object, headers?: Record<string, string>) => Promise<Answer>;
  signUp: (email: string, more?: object) => Promise<{ token: string; accountId: string }>;
  openCompany: (token: string, name: string) => Promise<void>;
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
export const asCookie = (token: string) => ({ cookie: `leashline_session=${token}`, "x-leashline-csrf": "1" });

export async function openReal(config: Partial<GatewayConfig> = {}): Promise<RealGateway> {
  const mails: SendMailRequest[] = [];
  const letterBox = defineService({
    name: "message",
    migrations: new URL("./none/", import.meta.url),
    rpcs: [
      rpcs(MailService, {
        async sendMail(request: SendMailRequest) {
          mails.push(request);
          return { mailId: String(mails.length) };
        },
      } as never),
    ],
  });
  const servers = await startServers([account, letterBox]);
  const gateway = await openGateway(servers, { rates: { ip: null, session: null, signIn: null }, ...config });
  const call: RealGateway["call"] = async (rpc, body = {}, headers = {}) => {
    const response = await fetch(`${gateway.url}/leashline.account.v1.${rpc}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    const cookie = /leashline_session=([^;]+)/.exec(response.headers.get("set-cookie") ?? "")?.[1];
    return { status: response.status, headers: response.headers, body: await response.json(), cookie };
  };
  return {
    ...gateway,
    mails,
    call,
    async signUp(email, more = {}) {
      const { body } = await call("AccountService/SignUp", { email, password, firstName: "Pat", lastName: "Doe", ...more });
      return { token: body.sessionToken, accountId: body.account.id };
    },
    async openCompany(token, name) {
      const address = { address1: "1 Pine St", city: "Seattle", state: "WA", zipcode: "98101", country: "United States" };
      const facts = {
        companyName: name,
        appType: 1,
        countryAlpha2Code: "US",
        timezoneName: "America/Los_Angeles",
        careTypes: ["GROOMING"],
      };
      const made = await call("CompanyService/CreateCompany", { ...facts, phoneNumber: "(206) 555-0100", address }, bearer(token));
      if (made.status !== 200) throw new Error(JSON.stringify(made.body));
    },
  };
}
