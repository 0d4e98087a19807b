import { group, text } from "../core/form.ts";
import type { Doc } from "../core/store.ts";
import { emit, known, load, metadata, newId, now, type StripeCall, save } from "./context.ts";
import { page, search } from "./lists.ts";
import { methodsOf } from "./payment-methods.ts";

const FIELDS = "name email phone description address shipping invoice_settings payment_method preferred_locales tax_exempt balance source";

function fill(call: StripeCall, base: Doc): Doc {
  const { form } = call;
  const take = (key: string): unknown => (form[key] === "" ? null : (form[key] ?? base[key] ?? null));
  const settings = group(form, "invoice_settings");
  return {
    ...base,
    address: take("address"),
    description: take("description"),
    email: take("email"),
    name: take("name"),
    phone: take("phone"),
    shipping: take("shipping"),
    metadata: metadata(form, base.metadata as Record<string, string>),
    invoice_settings: {
      custom_fields: null,
      footer: null,
      rendering_options: null,
      ...(base.invoice_settings as object | undefined),
      ...(text(settings, "default_payment_method") ? { default_payment_method: text(settings, "default_payment_method") } : {}),
    },
  };
}

export function createCustomer(call: StripeCall): Doc {
  known(call.form, FIELDS);
  const base: Doc = {
    id: newId("cus", 14),
    object: "customer",
    balance: 0,
    created: now(),
    currency: null,
    default_source: null,
    delinquent: false,
    discount: null,
    invoice_prefix: newId("x", 8).slice(2).toUpperCase(),
    invoice_settings: { default_payment_method: null },
    livemode: false,
    next_invoice_sequence: 1,
    preferred_locales: [],
    tax_exempt: "none",
    test_clock: null,
  };
  const customer = save(call, "customer", fill(call, base));
  emit(call, "customer.created", customer);
  return customer;
}

export function retrieveCustomer(call: StripeCall): Doc {
  return load(call, "customer", call.params.id ?? "");
}

export function updateCustomer(call: StripeCall): Doc {
  known(call.form, FIELDS);
  const customer = save(call, "customer", fill(call, load(call, "customer", call.params.id ?? "")));
  emit(call, "customer.updated", customer);
  return customer;
}

export function deleteCustomer(call: StripeCall): Doc {
  const customer = load(call, "customer", call.params.id ?? "");
  for (const method of methodsOf(call, customer.id)) save(call, "payment_method", { ...method, customer: null });
  save(call, "customer", { id: customer.id, object: "customer", deleted: true });
  emit(call, "customer.deleted", customer);
  return { id: customer.id, object: "customer", deleted: true };
}

export function listCustomers(call: StripeCall): Doc {
  return page(call, { kind: "customer", url: "/v1/customers", equals: { email: text(call.form, "email") }, keep: (doc) => !doc.deleted });
}

export function searchCustomers(call: StripeCall): Doc {
  return search(call, "customer", "/v1/customers/search");
}
