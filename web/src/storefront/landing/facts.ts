import type { HeroFacts } from "../../ui/landing/Hero.tsx";
import type { LandingFacts } from "../../ui/landing/landing-facts.ts";
import { formatOf } from "../format.ts";
import type { Shop } from "../types.ts";

export const heroOf = (shop: Shop): HeroFacts => ({
  businessName: shop.businessName,
  address: shop.address,
  themeColor: shop.themeColor,
  phone: shop.phoneNumber ? { number: shop.phoneNumber, text: formatOf(shop).phone(shop.phoneNumber) } : undefined,
});

export const factsOf = (shop: Shop): LandingFacts => {
  const { landing } = shop;
  return {
    ...heroOf(shop),
    welcomeMessage: shop.welcomeMessage,
    aboutUs: shop.aboutUs,
    parts: landing?.parts ?? [],
    gallery: landing?.gallery ?? [],
    teams: landing?.teams ?? [],
    features: landing?.amenities?.features ?? [],
    payments: landing?.amenities?.payments ?? [],
    hours: landing?.openingHours ?? [],
    links: landing?.links ?? [],
  };
};
