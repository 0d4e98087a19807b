import { create, type DescMessage, toBinary } from "@bufbuild/protobuf";
import { defineService } from "@leashline/kit";
import { deliver } from "@leashline/kit/events/consumer.ts";
import { partOf, startServers, type TestServers } from "@leashline/kit/test";
import { type BatchGetBusinessesRequest, BusinessService } from "@leashline/proto/leashline/account/v1/business_service_pb.js";
import { AppointmentBookedSchema, AppointmentCancelledSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { AgreementLinkService } from "@leashline/proto/leashline/customer/v1/agreement_link_service_pb.js";
import { AgreementRecordService } from "@leashline/proto/leashline/customer/v1/agreement_record_service_pb.js";
import { AgreementService } from "@leashline/proto/leashline/customer/v1/agreement_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { MessageSentSchema } from "@leashline/proto/leashline/message/v1/events_pb.js";
import { service } from "../src/main.ts";
import { toldVisit } from "./appointments.ts";

const business = {
  businessName: "Paws & Co",
  phoneNumber: "+12065550100",
  countryAlpha2Code: "US",
  address1: "1 Pine St",
  dateFormat: "MM/DD/YYYY",
};
/** Only what the text that is signed asks of it. */
const account = defineService({
  name: "account",
  migrations: new URL("./none/", import.meta.url),
  rpcs: [
    partOf(BusinessService, {
      batchGetBusinesses: async ({ ids }: BatchGetBusinessesRequest) => ({ businesses: ids.map((id) => ({ id, ...business })) }),
    }),
  ],
});

export const SIGNATURE = "M 100 200 L 300 120 L 420 260 M 500 200 L 700 210";
type Visit = { appointmentId: string; customerId: string; careType?: string; version?: number; inDays?: number };

/** A shop whose clients sign: what the tests of agreement records do in it. */
export class SigningShop {
  #heard = 0;
  readonly servers: TestServers;

  constructor(servers: TestServers) {
    this.servers = servers;
  }

  static async open(): Promise<SigningShop> {
    return new SigningShop(await startServers([service, account], { background: false }));
  }

  records = (companyId = "1", more: object = {}) => this.servers.client(AgreementRecordService, { companyId, ...more });
  texts = (companyId = "1") => this.servers.client(AgreementService, { companyId });

  async agreement(companyId: string, more: object = {}): Promise<string> {
    const words = {
      agreementHeader: "Service agreement",
      agreementContent: "<p>{customerFullName} trusts {businessName} with {petName}.</p>",
    };
    const { agreement } = await this.texts(companyId).createAgreement({ ...words, ...more });
    await this.rest();
    return agreement!.id;
  }

  async client(companyId: string, firstName = "Ada"): Promise<string> {
    const api = this.servers.client(ClientService, { companyId });
    const pets = [{ petName: "Rex" }, { petName: "Mia" }];
    return (await api.createClientWithPets({ client: { firstName, lastName: "Lovelace" }, pets })).client!.customerId;
  }

  /** What was put off is done. */
  rest = async () => void (await this.servers.runDue("customer", new Date(Date.now() + 1_000)));

  async book(companyId: string, { careType = "GROOMING", version = 1, inDays = 3, ...visit }: Visit): Promise<void> {
    const told = toldVisit({ ...visit, petId: "0", inDays, version, status: 1 });
    await this.#tell(companyId, AppointmentBookedSchema, {
      appointment: { ...told, startTime: 600, lines: told.lines.map((line) => ({ ...line, careType })) },
    });
  }

  async cancel(companyId: string, { version = 2, inDays = 3, ...visit }: Visit): Promise<void> {
    await this.#tell(companyId, AppointmentCancelledSchema, { appointment: toldVisit({ ...visit, inDays, version, status: 4 }) });
  }

  async #tell(companyId: string, schema: DescMessage, event: object): Promise<void> {
    await deliver(this.servers.runtime("customer"), service.consumers ?? [], {
      typeName: schema.typeName,
      data: toBinary(schema, create(schema, event as never)),
      meta: { id: `e${this.#heard++}`, companyId, key: "k", writtenAt: new Date(), actor: {} },
    });
  }

  /** The link to a record went out, by text. */
  async sent(companyId: string, recordId: string): Promise<void> {
    await this.#tell(companyId, MessageSentSchema, {
      useCase: "agreement link",
      method: "sms",
      agreementRecordIds: [recordId],
      sentTo: "…0142",
    });
  }

  /** Whoever holds the link of a record opens it and signs. */
  async signByLink(companyId: string, id: string): Promise<void> {
    const { url } = await this.records(companyId).getUnsignedAgreementLink({ id });
    const nobody = { kind: "anonymous" as const, companyId: "0", businessId: "0", businessIds: [], permissions: [], staffId: "0" };
    const links = this.servers.client(AgreementLinkService, { ...nobody, ip: "203.0.113.7" });
    const token = url.split("/agreement/sign/")[1] ?? "";
    const { agreement } = await links.openLinkedAgreement({ token });
    const { versionNumber = 0, contentHash = "" } = agreement ?? {};
    await links.signLinkedAgreement({ token, signature: SIGNATURE, signerName: "Ada", versionNumber, contentHash });
  }

  /** What a client who signs this record now has read. */
  async read(companyId: string, id: string) {
    const { record } = await this.records(companyId).getAgreementRecord({ id });
    return { versionNumber: record!.versionNumber, contentHash: record!.contentHash };
  }

  /** A client reads a record at the counter and signs it. */
  async sign(companyId: string, id: string, more: object = {}) {
    const read = await this.read(companyId, id);
    return await this.records(companyId).signAgreement({ id, signature: SIGNATURE, signerName: "Ada Lovelace", ...read, ...more });
  }

  /** Headers of what waits for a client, or for one visit. */
  waiting = async (companyId: string, customerId: string, appointmentId = "0") =>
    (await this.records(companyId).listUnsignedAgreements({ customerId, appointmentId })).records;
}
