import { useQuery } from "@connectrpc/connect-query";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import Alert from "@mui/material/Alert";
import FormControlLabel from "@mui/material/FormControlLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import { useDeferredValue, useEffect } from "react";
import { visitorToken } from "../confirm/visitor.ts";
import { choose, useDraft } from "../draft.ts";
import { servicesText } from "../money.ts";
import { StepFrame } from "../StepFrame.tsx";
import type { Shop } from "../types.ts";
import { emptyPlace, lineOf, missingPlace, placeAmong } from "./place.ts";
import { TypedPlace } from "./TypedPlace.tsx";

/** Where the walker picks the pets up: at one of their own addresses, for whoever is known here, or at one that they type. */
const PlaceStep = ({ shop }: { shop: Shop }) => {
  const draft = useDraft();
  const { own, ids } = useOwn(shop);
  const place = placeAmong(draft.place ?? emptyPlace, ids);
  const isNew = place.addressId === "0";
  const typedOut = useTypedOut(shop, isNew ? place.zipcode : "");
  const chosen = own.find(({ address }) => address?.addressId === place.addressId);
  const set = (change: Partial<typeof place>) => useDraft.setState({ place: { ...place, ...change } });
  return (
    <StepFrame
      title="Where do we pick up?"
      lead={servicesText(draft.pets, shop)}
      onBack={() => useDraft.setState({ step: "pets" })}
      onNext={() => useDraft.setState({ step: "time" })}
      next={choose.visit}
      missing={missingPlace(place)}
    >
      {own.length > 0 && (
        <RadioGroup aria-label="Your addresses" value={place.addressId} onChange={(_, addressId) => set({ addressId })}>
          {own.map(({ address }) => (
            <FormControlLabel
              key={address?.addressId}
              value={address?.addressId}
              control={<Radio />}
              label={address ? lineOf(address) : ""}
              sx={{ minHeight: 44 }}
            />
          ))}
          <FormControlLabel value="0" control={<Radio />} label="Another address" sx={{ minHeight: 44 }} />
        </RadioGroup>
      )}
      {isNew && <TypedPlace place={place} country={shop.countryAlpha2Code} onChange={set} />}
      {(isNew ? typedOut : chosen?.outOfArea) && (
        <Alert severity="warning">
          This is outside the area where {shop.businessName} usually walks. You can still ask: they look at it and tell you.
        </Alert>
      )}
    </StepFrame>
  );
};

/** The first time, the address that they are known by is chosen for them. `ids` are those of all of them, once it is known which there are. */
const useOwn = (shop: Shop) => {
  const token = visitorToken(shop.bookOnlineName);
  const asked = { bookOnlineName: shop.bookOnlineName, visitorToken: token };
  const { data, isError } = useQuery(StorefrontService.method.listVisitAddresses, asked, { enabled: token !== "", meta: { quiet: true } });
  const own = data?.addresses ?? [];
  const ids = data || isError || token === "" ? own.map(({ address }) => address?.addressId ?? "0") : undefined;
  const first = own[0]?.address?.addressId;
  const chosen = useDraft((draft) => draft.place);
  const untouched = chosen === undefined;
  const strays = chosen !== undefined && placeAmong(chosen, ids) !== chosen;
  useEffect(() => {
    if (untouched && first) useDraft.setState({ place: { ...emptyPlace, addressId: first } });
  }, [untouched, first]);
  // Sent as it is shown.
  useEffect(() => {
    if (strays) useDraft.setState(({ place }) => ({ place: { ...emptyPlace, ...place, addressId: "0" } }));
  }, [strays]);
  return { own, ids };
};

const FEWEST_SIGNS = 4;

/** Whether the business goes to a zip code that is being typed. */
const useTypedOut = (shop: Shop, zipcode: string): boolean => {
  const settled = useDeferredValue(zipcode.trim());
  const asked = { bookOnlineName: shop.bookOnlineName, zipcode: settled };
  const enabled = settled.length >= FEWEST_SIGNS;
  const { data } = useQuery(StorefrontService.method.listVisitAddresses, asked, { enabled, meta: { quiet: true } });
  return enabled && (data?.zipcodeOutOfArea ?? false);
};

export default PlaceStep;
