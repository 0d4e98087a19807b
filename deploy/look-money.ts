import { desktop, openBrowser, openPage, phone } from "./test/browser.ts";
const url = "http://localhost:9912";
const [what = "dispute"] = process.argv.slice(2);
const browser = await openBrowser();
const { page } = await openPage(browser, desktop);
await page.goto(`${url}/sign_in`).catch(() => {});
await page.goto(url);
await page.getByLabel("Email").first().fill("owner@demo.leashline.test");
await page.getByLabel("Password", { exact: true }).first().fill("pzp8fysecjx7");
await page.getByRole("button", { name: "Sign in" }).first().click();
await page.waitForTimeout(6000);
const rpc = (name: string, body: object) =>
  page.evaluate(async ([n, b]) => {
    const r = await fetch(`/leashline.${n}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(b) });
    return await r.json();
  }, [name, body] as const);
const shoot = async (name: string) => {
  await page.setViewportSize(desktop);
  await page.waitForTimeout(1500);
  await page.screenshot({ path: `/tmp/money-${name}-1440.png` });
  await page.setViewportSize(phone);
  await page.waitForTimeout(1500);
  await page.screenshot({ path: `/tmp/money-${name}-390.png` });
  await page.setViewportSize(desktop);
};
if (what === "dispute") {
  const { disputes = [] } = await rpc("payment.v1.DisputeService/ListDisputes", {});
  if (disputes.length === 0) {
    const { orders } = await rpc("order.v1.OrderService/ListOrders", { pageSize: 200 });
    const one = orders.find((o: { remain?: { units?: string }; customerId: string }) => Number(o.remain?.units ?? 0) > 20 && o.customerId !== "0");
    console.log(JSON.stringify(one?.id), one?.remain);
    console.log(JSON.stringify(await rpc("payment.v1.PaymentService/CreatePayment", { orderId: one.id, amount: one.remain, method: "card", paymentMethodToken: "pm_card_createDispute" })).slice(0, 300));
    await page.waitForTimeout(4000);
  }
  const { disputes: [d] = [] } = await rpc("payment.v1.DisputeService/ListDisputes", {});
  console.log(JSON.stringify(d));
  await page.goto(`${url}/creditCard/LeashlinePay?panel=disputes&id=${d.id}`);
  await page.waitForTimeout(3000);
  const dialog = page.getByRole("dialog", { name: "Dispute" });
  await dialog.getByLabel("File: Receipt").setInputFiles({ name: "messages.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4 see you") }).catch((e) => console.log(String(e).slice(0, 200)));
  await page.waitForTimeout(3000);
}
if (what.startsWith("/")) await page.goto(url + what);
await page.waitForTimeout(3000);
await shoot(what.replaceAll("/", "_").slice(0, 20));
await browser.close();
