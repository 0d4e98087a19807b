/** The paths of the specification that belong to offering, each with its page, if there is one. */
export const routes = [
  { path: "/product", title: "Products", tier: "business" },
  { path: "/product/products", title: "Products", tier: "business" },
  { path: "/product/sales", title: "Retail sales", tier: "business" },
  { path: "/product/new", title: "New product", tier: "business" },
  { path: "/product/edit/:productId", title: "Edit product", tier: "business" },
  { path: "/setting/services/:panel?/:childPanel?", title: "Services", tier: "business", load: () => import("./ServicesSettings.tsx") },
  {
    path: "/createOrEditService/:careTypeId",
    title: "Service",
    tier: "business",
    permission: ["accessServiceSettings"],
    load: () => import("./services/ServiceEdit.tsx"),
  },
  {
    path: "/createOrEditAddon",
    title: "Add-on",
    tier: "business",
    permission: ["accessServiceSettings"],
    load: () => import("./add-ons/AddOnEdit.tsx"),
  },
  { path: "/createOrEditEvaluation/:id?", title: "Evaluation", tier: "business", permission: ["accessServiceSettings"] },
  { path: "/createOrEditPricingRuleV2/:ruleType?", title: "Pricing rule", tier: "business", permission: ["accessServiceSettings"] },
  { path: "/createOrEditSurcharges/:surchargeType?", title: "Surcharge", tier: "business", permission: ["accessServiceSettings"] },
  { path: "/createOrEditServiceCharge", title: "Service charge", tier: "business", permission: ["accessServiceSettings"] },
  { path: "/setting/lodging/:panel?", title: "Lodging", tier: "business", permission: ["accessLodgingSettings"] },
  { path: "/lodgingUnit/add/:businessId", title: "New lodging unit", tier: "business", permission: ["accessLodgingSettings"] },
] as const;
