import { useQuery } from "@connectrpc/connect-query";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import Alert from "@mui/material/Alert";
import FormControlLabel from "@mui/material/FormControlLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import { useDeferredValue, useEffect } from "react";
import { addressText } from "../../ui/format/address.ts";
import { visitorToken } from "../confirm/visitor.ts";
import { choose, useDraft } from "../draft.ts";
import { formatOf } from "../format.ts";
import { servicesText } from "../money.ts";
import { StepFrame } from "../steps/StepFrame.tsx";
import type { Shop } from "../types.ts";
import { emptyPlace, missingPlace, placeAmong } from "./place.ts";
import { TypedPlace } from "./TypedPlace.tsx";
import { isWalk } from "./walk.ts";
import { isWholeZip } from "./whole-zip.ts";

/** Where the walker picks the pets up, or the van comes to: at one of their own addresses, for whoever is known here, or at one that they type. */
const PlaceStep = ({ shop }: { shop: Shop }) => {
  const draft = useDraft();
  const { own, place } = useOwn(shop);
  const isNew = place.addressId === "0";
  const typedOut = useTypedOut(shop, isNew ? place.zipcode : "");
  const chosen = own.find(({ address }) => address?.addressId === place.addressId);
  const isOut = isNew ? typedOut : (chosen?.outOfArea ?? false);
  const set = (change: Partial<typeof place>) => useDraft.setState({ place: { ...place, ...change } });
  const walks = isWalk(draft, shop);
  const goes = walks ? "walks" : "goes";
  const call = shop.phoneNumber ? ` Questions? Call ${formatOf(shop).phone(shop.phoneNumber)}.` : "";
  return (
    <StepFrame
      title={walks ? "Where do we pick up?" : "Where should we come?"}
      lead={servicesText(draft.pets, shop)}
      onBack={() => useDraft.setState({ step: "pets" })}
      onNext={() => useDraft.setState({ step: "time" })}
      next={choose.visit}
      missing={missingPlace(place) ?? (isOut && shop.onlyInServiceAreas ? "Outside the area" : undefined)}
    >
      {own.length > 0 && (
        <RadioGroup aria-label="Your addresses" value={place.addressId} onChange={(_, addressId) => set({ addressId })}>
          {own.map(({ address }) => (
            <FormControlLabel
              key={address?.addressId}
              value={address?.addressId}
              control={<Radio />}
              label={address ? addressText(address) : ""}
              sx={{ minHeight: 44 }}
            />
          ))}
          <FormControlLabel value="0" control={<Radio />} label="Another address" sx={{ minHeight: 44 }} />
        </RadioGroup>
      )}
      {isNew && <TypedPlace place={place} country={shop.countryAlpha2Code} onChange={set} />}
      {isOut && (
        <Alert severity="warning">
          {shop.onlyInServiceAreas
            ? `Sorry, this is outside the area where ${shop.businessName} ${goes}, so it can’t be booked online.${call}`
            : `This is outside the area where ${shop.businessName} usually ${goes}. You can still ask: they look at it and tell you.`}
        </Alert>
      )}
    </StepFrame>
  );
};

/** Their own addresses, and what is chosen: the first time the address that they are known by. */
const useOwn = (shop: Shop) => {
  const token = visitorToken(shop.bookOnlineName);
  const asked = { bookOnlineName: shop.bookOnlineName, visitorToken: token };
  const { data, isError } = useQuery(StorefrontService.method.listVisitAddresses, asked, { enabled: token !== "", meta: { quiet: true } });
  const own = data?.addresses ?? [];
  const ids = data || isError || token === "" ? own.map(({ address }) => address?.addressId ?? "0") : undefined;
  const chosen = useDraft((draft) => draft.place);
  const place = placeAmong(chosen, ids);
  const { addressId } = place;
  const strays = addressId !== (chosen ?? emptyPlace).addressId;
  // Sent as it is shown.
  useEffect(() => {
    if (strays) useDraft.setState(({ place: typed }) => ({ place: { ...emptyPlace, ...typed, addressId } }));
  }, [strays, addressId]);
  return { own, place };
};

/** Whether the business goes to a postal code, once all of it is typed: the beginning of one lies nowhere. */
const useTypedOut = ({ bookOnlineName, countryAlpha2Code: country }: Shop, zipcode: string): boolean => {
  const settled = useDeferredValue(zipcode.trim());
  const asked = { bookOnlineName, zipcode: settled };
  const enabled = isWholeZip(settled, country);
  const { data } = useQuery(StorefrontService.method.listVisitAddresses, asked, { enabled, meta: { quiet: true } });
  return enabled && (data?.zipcodeOutOfArea ?? false);
};

export default PlaceStep;
