import { useMemo } from "react";
import { toneColor, toneFor } from "./Avatar.tsx";
import { type PetFacts, type PetLooks, petLooks } from "./pet-avatar.ts";
import "./plain/faces.css";

const INK = "#38302a";

const Ears = ({ looks }: { looks: PetLooks }) => {
  const fill = looks.patchOn === "half" ? looks.patch : looks.coat;
  if (looks.ears === "pointed") {
    return (
      <g fill={fill}>
        <path d="M9 17 11 5l9 7z" />
        <path d="M31 17 29 5l-9 7z" fill={looks.coat} />
      </g>
    );
  }
  if (looks.ears === "long") {
    return (
      <g fill={fill}>
        <ellipse cx="15" cy="9" rx="3.200" ry="9" />
        <ellipse cx="25" cy="9" rx="3.200" ry="9" fill={looks.coat} />
      </g>
    );
  }
  if (looks.ears === "round") {
    return (
      <g fill={fill}>
        <circle cx="11" cy="12" r="4.500" />
        <circle cx="29" cy="12" r="4.500" fill={looks.coat} />
      </g>
    );
  }
  return (
    <g fill={fill} stroke={INK} strokeOpacity=".18" strokeWidth=".8">
      <path d="M12 10C6 9 4 15 5.500 23c3.500 1.500 6-1 6.500-6z" />
      <path d="M28 10c6-1 8 5 6.500 13-3.500 1.500-6-1-6.500-6z" />
    </g>
  );
};

const Fluff = ({ colour }: { colour: string }) => (
  <g fill={colour}>
    {[
      [12, 13],
      [16, 9.5],
      [20, 8.5],
      [24, 9.5],
      [28, 13],
      [10.5, 25],
      [29.5, 25],
      [13, 30],
      [27, 30],
    ].map(([x, y]) => (
      <circle key={`${x}/${y}`} cx={x} cy={y} r="4" />
    ))}
  </g>
);

const roundOf = (size: number): number => Math.round(size * 0.27);

/** The pet's photo where there is one; else a face drawn from species, breed and coat, which pretends to be nothing more. */
export const PetAvatar = ({ pet, size = 38 }: { pet: PetFacts; size?: number }) =>
  pet.photo ? (
    <img src={pet.photo} alt="" loading="lazy" width={size} height={size} className="ll-face" style={{ borderRadius: roundOf(size) }} />
  ) : (
    <DrawnFace pet={pet} size={size} />
  );

const DrawnFace = ({ pet, size }: { pet: PetFacts; size: number }) => {
  const looks = useMemo(() => petLooks(pet), [pet]);
  const cat = looks.species === "cat";
  return (
    <span
      aria-hidden
      className="ll-face"
      style={{ width: size, height: size, borderRadius: roundOf(size), backgroundColor: toneColor(toneFor(pet.id ?? pet.name), "soft") }}
    >
      <svg viewBox="0 0 40 40" width={size} height={size} role="presentation">
        <Ears looks={looks} />
        {looks.fluffy && <Fluff colour={looks.coat} />}
        <ellipse cx="20" cy="21.500" rx={cat ? 11.5 : 10.5} ry={cat ? 10 : 11.5} fill={looks.coat} />
        {looks.patchOn === "eye" && <ellipse cx="24.600" cy="19" rx="4.400" ry="5" fill={looks.patch} />}
        {looks.patchOn === "half" && <path d="M20 10c-6.500 0-10.500 5-10.500 11.500S13.500 33 20 33z" fill={looks.patch} opacity=".55" />}
        <ellipse
          cx="20"
          cy="26.500"
          rx={cat ? 4.6 : 5.8}
          ry={cat ? 3.6 : 5}
          fill={looks.patchOn === "muzzle" ? looks.patch : "#fff"}
          opacity={looks.patchOn === "muzzle" ? 0.8 : 0.42}
        />
        <g fill={INK}>
          <circle cx="15.600" cy="19.500" r="1.700" />
          <circle cx="24.400" cy="19.500" r="1.700" />
          {cat ? <path d="M18.600 24h2.800L20 25.800z" /> : <ellipse cx="20" cy="24" rx="2.400" ry="1.700" />}
        </g>
        <g fill="#fff">
          <circle cx="16.200" cy="18.900" r=".55" />
          <circle cx="25" cy="18.900" r=".55" />
        </g>
        <path
          d="M20 25.600v1.700M20 27.300c-.9 1.400-2.400 1.500-3.200.6M20 27.300c.9 1.400 2.400 1.500 3.200.6"
          fill="none"
          stroke={INK}
          strokeWidth=".9"
          strokeLinecap="round"
        />
        {cat && <path d="M8 24l5 .8M8 27.500l5-.7M32 24l-5 .8M32 27.500l-5-.7" stroke={INK} strokeOpacity=".45" strokeWidth=".6" />}
      </svg>
    </span>
  );
};
