/** The paths of the specification that belong to order, each with its page, if there is one. Pages of settings stand first. */
export const routes = [
  {
    path: "/setting/general/orders",
    title: "Discounts and tip split",
    tier: "business",
    load: () => import("./settings/OrderSettings.tsx"),
  },
  { path: "/package", title: "Packages and memberships", tier: "business" },
  { path: "/package/:tab", title: "Packages and memberships", tier: "business" },
  { path: "/package/packages/:type", title: "Packages", tier: "business" },
  { path: "/membership/:type", title: "Membership", tier: "business" },
  { path: "/membership/list/:type", title: "Memberships", tier: "business", permission: ["accessMembership", "manageMembership"] },
  { path: "/membership/log", title: "Membership history", tier: "business" },
  { path: "/invoice/history", title: "Invoice history", tier: "business" },
  { path: "/sale-v1/:sType", title: "Check out", tier: "business" },
  { path: "/sale/:type", title: "Check out", tier: "business" },
  { path: "/emailInvoice", title: "Email an invoice", tier: "business" },
  { path: "/marketing/discounts", title: "Discounts", tier: "business" },
  { path: "/marketing/discount/:id", title: "Discount", tier: "business" },
  { path: "/marketing/discount/create", title: "New discount", tier: "business" },
  { path: "/marketing/discount/edit/:id", title: "Edit discount", tier: "business" },
  { path: "/marketing/discount/emailReport/:id", title: "Email report", tier: "business" },
] as const;
