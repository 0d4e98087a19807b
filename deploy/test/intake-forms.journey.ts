import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { IntakeFormService } from "@leashline/proto/leashline/customer/v1/intake_form_service_pb.js";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type App, sharedApp } from "./app.ts";
import { axeFaults, openBrowser, openPage, phone, type Watched } from "./browser.ts";
import { zone } from "./day/desk.ts";
import { textLike } from "./day/outside.ts";
import { type Desk, deskOf, foundCompany, type Person, signedUp } from "./small-shop.ts";

// A form is built, filled in on a phone for two pets, and merged into a client who is on file already.

let app: Omit<App, "stop">;
let browser: Browser;
let owner: Person;
let desk: Desk;
let visitor: Watched;
let customerId: string;
let link: string;

beforeAll(async () => {
  app = await sharedApp();
  browser = await openBrowser();
  owner = await signedUp(app.url, "forms.test", "Fiona", "Forms");
  await foundCompany(owner, "Formal Grooming", zone);
  const made = await owner.api.client(ClientService).createClientWithPets({
    client: { firstName: "Nora", lastName: "Nash", phoneNumber: "+12065550188" },
    pets: [{ petName: "Biscuit", petType: "Dog", color: "Tan" }],
  });
  customerId = made.client?.customerId ?? "";
  [desk, visitor] = [await deskOf(browser, app.url, owner), await openPage(browser, phone)];
});
afterAll(async () => await browser?.close());

/** What was begun on a phone is gone on with on another device, with a code by text. */
async function goesOnElsewhere(): Promise<Watched> {
  const there = await openPage(browser, phone);
  const { page } = there;
  await page.goto(link);
  await page.getByRole("button", { name: "Started on another device? Continue here" }).click();
  await page.getByLabel("The phone number in your form").fill("(206) 555-0188");
  await page.getByRole("button", { name: "Text me a code" }).click();
  await page.getByText("If you started this form with that number, we texted you a code.").waitFor();
  const { body } = await textLike(app, "+12065550188", /is your code to continue "New client form" for Formal Grooming/);
  await page.getByLabel("Code", { exact: true }).fill(body.slice(0, 6));
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect.poll(() => page.getByLabel("First name *").inputValue()).toBe("Nora");
  await page.getByRole("button", { name: "Remove rabies.png" }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  return there;
}

test("intake-form-preview-link: a form is built and published; its link is made of its uuid, as formId", async () => {
  const { page } = desk;
  await page.goto(`${app.url}/intake_form/forms/add`);
  await page.getByLabel("Title").fill("New client form");
  const pets = page.getByRole("region", { name: "About your pet" });
  await pets.getByRole("button", { name: "Add question" }).click();
  const question = page.getByRole("dialog", { name: "New question" });
  await question.getByRole("textbox", { name: "Question" }).fill("Is your dog fine with other dogs?");
  expect(await question.getByLabel("Ask this", { exact: true }).textContent()).toBe("Always");
  await question.getByLabel("Ask this", { exact: true }).click();
  await page.getByRole("option", { name: "After an answer to: Type of pet" }).click();
  await question.getByRole("button", { name: "Add question" }).click();
  await question.getByText("Choose the answer", { exact: true }).waitFor();
  await question.getByRole("button", { name: "Dog", exact: true }).click();
  await question.getByRole("button", { name: "Add question" }).click();
  await pets.getByRole("button", { name: "Add question" }).click();
  await question.getByRole("textbox", { name: "Question" }).fill("Rabies certificate");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Keep editing" }).click();
  await question.getByLabel("Answer", { exact: true }).click();
  await page.getByRole("option", { name: "Photo or PDF" }).click();
  await question.getByRole("button", { name: "Add question" }).click();
  await page.getByRole("button", { name: "Move Is your dog fine with other dogs? up" }).click();
  await page.getByRole("button", { name: "Add form" }).click();
  await page.getByRole("button", { name: "Publish" }).click();
  link = await page.getByRole("textbox", { name: "Link to the form" }).inputValue();
  expect(link).toMatch(/\/intake-form\?formId=[0-9a-f-]{36}$/);
  expect(await axeFaults(page)).toEqual([]);
  await page.goto(`${app.url}/intake_form/forms/list`);
  const seen = page.getByRole("link", { name: "See New client form as clients do" });
  expect(new URL((await seen.getAttribute("href")) ?? "", app.url).href).toBe(link);
  expect(await axeFaults(page)).toEqual([]);
});

test("what is typed while photos are on their way stays, and all of them arrive", async () => {
  const { page, context } = await openPage(browser, phone);
  await page.goto(link);
  await page.getByRole("heading", { name: "New client form" }).waitFor();
  const photo = await page.screenshot();
  let arrive = () => {};
  const held = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route("**/KeepIntakeFile", async (route) => await held.then(() => route.continue()));
  for (let more = 0; more < 2; more++) await page.getByRole("button", { name: "Add another pet" }).click();
  const pet = (at: number) => page.getByRole("region", { name: `Pet ${at}` });
  for (const at of [1, 2, 3])
    await pet(at)
      .getByLabel("Photo or PDF: Rabies certificate")
      .setInputFiles({ name: `rabies-${at}.png`, mimeType: "image/png", buffer: photo });
  await pet(2).getByLabel("Name *").fill("Minou");
  await page.getByLabel("First name *").fill("Nelly");
  await page.getByRole("button", { name: "Send form" }).click();
  await page.getByText("A file is still uploading.").waitFor();
  await pet(1).getByRole("button", { name: "Remove pet 1" }).click();
  arrive();
  await pet(2).getByRole("button", { name: "Remove rabies-3.png" }).waitFor();
  await page.reload();
  await pet(1).getByRole("button", { name: "Remove rabies-2.png" }).waitFor();
  await pet(2).getByRole("button", { name: "Remove rabies-3.png" }).waitFor();
  expect(await pet(1).getByLabel("Name *").inputValue()).toBe("Minou");
  expect(await page.getByLabel("First name *").inputValue()).toBe("Nelly");
  expect(await page.getByRole("button", { name: "Remove rabies-1.png" }).count()).toBe(0);
  await context.close();
});

test("it is filled in on a phone for two pets; what was typed is there after a reload", async () => {
  let { page } = visitor;
  await page.goto(link);
  await page.getByRole("heading", { name: "New client form" }).waitFor();
  await page.getByLabel("First name *").fill("Nora");
  await page.getByLabel("Last name *").fill("Nash");
  await page.getByLabel("Phone number *").fill("(206) 555-0188");
  await page.getByLabel("Email").fill("nora@nash.test");
  await page.getByLabel("Street address").fill("5 Oak Lane");
  await page.getByLabel("Country").selectOption("Canada");
  await page.reload();
  await expect.poll(() => page.getByLabel("Email").inputValue()).toBe("nora@nash.test");
  expect(await page.getByLabel("Country").inputValue()).toBe("Canada");
  await page.getByRole("button", { name: "Send form" }).click();
  await page.getByText("Some answers are missing or need a change.").waitFor();
  await page.getByRole("button", { name: "Add another pet" }).click();
  const first = page.getByRole("region", { name: "Pet 1" });
  await first.getByLabel("Name *").fill("Biscuit");
  await first.getByLabel("Type of pet *").selectOption("Dog");
  await first.getByLabel("Is your dog fine with other dogs?").fill("With small ones");
  await first.getByLabel("Breed").fill("Corgi");
  await first.getByText("Male", { exact: true }).click();
  const file = first.getByLabel("Photo or PDF: Rabies certificate");
  await file.setInputFiles({ name: "rabies.pdf", mimeType: "application/pdf", buffer: Buffer.from("words only") });
  await first.getByRole("alert").waitFor();
  await file.setInputFiles({ name: "rabies.png", mimeType: "image/png", buffer: await page.screenshot() });
  await first.getByRole("button", { name: "Remove rabies.png" }).waitFor();
  await (await page.waitForRequest((request) => request.url().endsWith("/KeepIntakeDraft"))).response();
  await page.getByText("Saved. You can also continue").waitFor();
  expect(visitor.faults).toEqual([]);
  await visitor.context.close();
  visitor = await goesOnElsewhere();
  page = visitor.page;
  const second = page.getByRole("region", { name: "Pet 2" });
  await second.getByLabel("Name *").fill("Minou");
  await second.getByLabel("Type of pet *").selectOption("Cat");
  expect(await second.getByLabel("Is your dog fine with other dogs?").count()).toBe(0);
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Send form" }).click();
  await page.getByText("Formal Grooming has your form and will be in touch.").waitFor();
});

test("intake-submission-filter: it waits under Unread, opening makes it Read, and merged into the client it is Added", async () => {
  const { page } = desk;
  const tab = (name: string) => page.getByRole("tab", { name, exact: true }).click();
  await page.goto(`${app.url}/intake_form/submissions?show=unread`);
  const menu = page.getByRole("navigation").first();
  const waits = menu.getByLabel("Clients, 1 unread form", { exact: true });
  await waits.waitFor();
  await desk.steps.row("Nora Nash").click();
  const sheet = page.getByRole("dialog", { name: "Nora Nash" });
  await sheet.getByText("With small ones").waitFor();
  await sheet.getByText(/5 Oak Lane.*Canada/).waitFor();
  await waits.waitFor({ state: "detached" });
  await sheet.getByRole("button", { name: "Mark as unread" }).click();
  await sheet.waitFor({ state: "detached" });
  await waits.waitFor();
  await desk.steps.row("Nora Nash").click();
  await sheet.getByText("With small ones").waitFor();
  await sheet.getByRole("button", { name: "Create profile" }).click();
  await page.getByText("Biscuit · same phone number, same name and pet").waitFor();
  const isMain = async (name: string) =>
    /contained/.test((await page.getByRole("button", { name, exact: true }).getAttribute("class")) ?? "");
  expect([await isMain("Merge"), await isMain("Add as new client")]).toEqual([true, false]);
  await page.getByRole("button", { name: "Add as new client" }).click();
  const asked = page.getByRole("dialog", { name: "Another client has this phone number" });
  await asked.getByRole("button", { name: "Add anyway" }).waitFor();
  await asked.getByRole("button", { name: "Merge", exact: true }).click();
  const both = page.getByRole("dialog", { name: "Merge into Nora Nash" });
  expect(await both.getByLabel("Use email from the form").isChecked()).toBe(true);
  expect(await both.getByLabel("Use breed from the form").isChecked()).toBe(true);
  expect(await axeFaults(page)).toEqual([]);
  await both.getByRole("button", { name: "Merge", exact: true }).click();
  await sheet.getByRole("link", { name: "Open client" }).waitFor();
  await sheet.getByRole("button", { name: "Close" }).click();
  await tab("Added");
  await desk.steps.row("Nora Nash").waitFor();
  await tab("Read");
  await page.getByText("None of these").waitFor();
  const { client, pets } = await owner.api.client(ClientService).getClientDetail({ customerId });
  expect(client).toMatchObject({ email: "nora@nash.test", phoneNumber: "+12065550188" });
  expect(pets.map(({ petName, breed, color }) => [petName, breed, color])).toEqual([
    ["Biscuit", "Corgi", "Tan"],
    ["Minou", "", ""],
  ]);
});

test("a form that was filled in is archived from the list, and comes back; one that nobody filled in is deleted there", async () => {
  const { page, steps } = desk;
  const { form } = await owner.api.client(IntakeFormService).createIntakeForm({ title: "Forgotten form" });
  await steps.goTo("/intake_form/forms/list");
  await page.getByRole("button", { name: "Delete Forgotten form" }).click();
  const asked = page.getByRole("dialog", { name: "Delete Forgotten form?" });
  await asked.getByRole("button", { name: "Delete form" }).click();
  await steps.seen("Form deleted");
  await page.getByText("Forgotten form").waitFor({ state: "detached" });
  await expect(owner.api.client(IntakeFormService).getIntakeForm({ id: form?.id ?? "0" })).rejects.toThrow();
  await steps.press("Archive New client form");
  await page.getByText("No intake forms yet").waitFor();
  await steps.undo("Form archived");
  await page.getByRole("button", { name: "Archive New client form" }).waitFor();
  await steps.usable();
});

test("the answers stand on the client's page", async () => {
  const { page } = desk;
  await page.goto(`${app.url}/client/${customerId}/detail`);
  await page.getByRole("button", { name: "Show answers" }).click();
  await page.getByText("With small ones").waitFor();
  const forms = page.getByRole("region", { name: "Intake forms" });
  const file = await forms.getByRole("link", { name: "rabies.png" }).getAttribute("href");
  expect((await page.request.get(`${app.url}${file}`)).headers()["content-type"]).toBe("image/png");
  await forms.getByLabel("Search answers").fill("small");
  await forms.getByText("Rabies certificate").first().waitFor({ state: "hidden" });
  await forms.getByText("With small ones").waitFor();
  expect([...desk.faults, ...visitor.faults]).toEqual([]);
});
