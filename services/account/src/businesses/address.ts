import type { CreateCompanyRequest } from "@leashline/proto/leashline/account/v1/company_service_pb.js";
import type { Selectable } from "kysely";
import type { Business } from "../db.gen.ts";

type Address = NonNullable<CreateCompanyRequest["address"]>;

export const addressColumns = (a: Address) => ({
  address1: a.address1,
  address2: a.address2,
  addressCity: a.city,
  addressState: a.state,
  addressZipcode: a.zipcode,
  addressCountry: a.country,
  addressLat: a.coordinate?.latitude ?? 0,
  addressLng: a.coordinate?.longitude ?? 0,
});

export const addressOf = (row: Selectable<Business>) => ({
  address1: row.address1,
  address2: row.address2,
  city: row.addressCity,
  state: row.addressState,
  zipcode: row.addressZipcode,
  country: row.addressCountry,
  ...(row.addressLat === 0 && row.addressLng === 0 ? {} : { coordinate: { latitude: row.addressLat, longitude: row.addressLng } }),
});

export const socialLinksOf = ({ facebook, instagram, google, yelp, tiktok }: Selectable<Business>) => ({
  facebook,
  instagram,
  google,
  yelp,
  tiktok,
});
