const serviceCharge = () => import("./service-charges/ServiceChargeEdit.tsx");

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
  {
    path: "/createOrEditEvaluation/:id?",
    title: "Evaluation",
    tier: "business",
    permission: ["accessServiceSettings"],
    load: () => import("./services/EvaluationEdit.tsx"),
  },
  {
    path: "/createOrEditPricingRuleV2/:ruleType?",
    title: "Pricing rule",
    tier: "business",
    permission: ["accessServiceSettings"],
    load: () => import("./pricing-rules/PricingRuleEdit.tsx"),
  },
  {
    path: "/createOrEditSurcharges/:surchargeType?",
    title: "Service charge",
    tier: "business",
    permission: ["accessServiceSettings"],
    load: serviceCharge,
  },
  {
    path: "/createOrEditServiceCharge",
    title: "Service charge",
    tier: "business",
    permission: ["accessServiceSettings"],
    load: serviceCharge,
  },
  {
    path: "/setting/lodging/:panel?",
    title: "Lodging",
    tier: "business",
    permission: ["accessLodgingSettings"],
    load: () => import("./lodging/LodgingSettings.tsx"),
  },
  {
    path: "/setting/playgroups",
    title: "Playgroups",
    tier: "business",
    permission: ["accessServiceSettings"],
    load: () => import("./playgroups/PlaygroupSettings.tsx"),
  },
  {
    path: "/lodgingUnit/add/:businessId",
    title: "New lodging units",
    tier: "business",
    permission: ["accessLodgingSettings"],
    load: () => import("./lodging/NewUnits.tsx"),
  },
] as const;
