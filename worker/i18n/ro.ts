import type { Texts } from "./texts.ts";

export const ro: Texts = {
  language: "ro",
  direction: "ltr",
  line: {
    phases: {
      countdown: {
        headline: "Vânzarea nu a început încă",
        lead: "Păstrați această pagină deschisă. Continuă singură.",
      },
      joining: {
        headline: "Un moment",
        lead: "Vă alocăm un loc la coadă.",
      },
      "in-draw": {
        headline: "Participați la tragerea la sorți",
        lead: "Nu mai trebuie să faceți nimic. Păstrați această pagină deschisă: vă arată locul imediat ce este tras la sorți.",
      },
      drawn: {
        headline: "Locul dumneavoastră a fost tras la sorți",
        lead: "Păstrați această pagină deschisă. După începerea vânzării, aceasta vă lasă să intrați când vă vine rândul.",
      },
      waiting: {
        headline: "Sunteți la coadă",
        lead: "Păstrați această pagină deschisă. Se actualizează singură și vă lasă să intrați când vă vine rândul.",
      },
      near: {
        headline: "Aproape v-a venit rândul",
        lead: "Rămâneți pe această pagină. Vă vine rândul în cel mult câteva minute.",
      },
      next: {
        headline: "Urmați dumneavoastră",
        lead: "Rămâneți pe această pagină. Vă vine rândul în câteva clipe.",
      },
      "too-late": {
        headline: "Probabil este prea târziu",
        lead: "Probabil că nu au mai rămas destule bilete pentru toți cei din fața dumneavoastră. Puteți rămâne: dacă se întorc bilete, coada continuă în aceeași ordine.",
      },
      "your-turn": {
        headline: "V-a venit rândul",
        lead: "Magazinul este pregătit pentru dumneavoastră.",
      },
      front: {
        headline: "Sunteți în fruntea cozii",
        lead: "Vă lăsăm să intrați imediat ce magazinul vă poate primi. Rămâneți pe această pagină.",
      },
      late: {
        headline: "V-ați întors la timp",
        lead: "Vă lăsăm să intrați imediat ce magazinul vă poate primi. Rămâneți pe această pagină: este ultima șansă pentru acest loc.",
      },
      entering: {
        headline: "Vă lăsăm să intrați",
        lead: "Magazinul se deschide în câteva clipe.",
      },
      missed: {
        headline: "V-ați pierdut rândul",
        lead: "Mai puteți intra, o singură dată. Apăsați butonul și rămâneți pe această pagină până se deschide magazinul.",
      },
      spent: {
        headline: "Acest loc nu mai este valabil",
        lead: "Rândul lui a trecut, la fel și timpul în care vă mai puteați întoarce. Puteți lua un loc nou la sfârșitul cozii.",
      },
      ended: {
        headline: "Vizita dumneavoastră s-a încheiat",
        lead: "Timpul dumneavoastră în magazin a expirat. Ca să intrați din nou, luați un loc nou la coadă.",
      },
      stopped: {
        headline: "Coada este oprită temporar",
        lead: "Momentan nu lăsăm pe nimeni să intre. Între timp, nimănui nu îi expiră rândul.",
      },
      sealed: {
        headline: "Magazinul este închis momentan",
        lead: "Organizatorul l-a închis pentru toată lumea.",
      },
      "sold-out": {
        headline: "Totul s-a vândut",
        lead: "Nu mai sunt bilete. Dacă se întorc bilete, coada continuă în aceeași ordine.",
      },
      closed: {
        headline: "Vânzarea s-a încheiat",
        lead: "Nu mai lăsăm pe nimeni să intre. Puteți închide această pagină.",
      },
      admitted: {
        headline: "Ați intrat",
        lead: "Magazinul este deschis pentru dumneavoastră.",
      },
      shared: {
        headline: "Vizita dumneavoastră a fost deschisă în altă parte",
        lead: "Este pentru o singură persoană. Dacă continuați aici, acolo se încheie.",
      },
      lost: {
        headline: "Nu sunteți la coadă",
        lead: "S-a renunțat la locul dumneavoastră sau cookie-ul lui a fost șters din acest browser. Puteți lua un loc nou la sfârșitul cozii.",
      },
      left: {
        headline: "Ați părăsit coada",
        lead: "S-a renunțat la locul dumneavoastră. Puteți lua unul nou la sfârșitul cozii.",
      },
      full: {
        headline: "Coada este plină",
        lead: "Momentan nu se mai poate așeza nimeni la coadă.",
      },
      "no-cookies": {
        headline: "Acest browser nu păstrează cookie-uri",
        lead: "Locul dumneavoastră la coadă este păstrat într-un cookie. Permiteți cookie-urile pentru acest site, apoi încercați din nou.",
      },
      challenge: {
        headline: "O scurtă verificare",
        lead: "Browserul dumneavoastră rezolvă o mică problemă înainte de a primi un loc. Durează câteva secunde și nu trebuie să faceți nimic.",
      },
      invite: {
        headline: "Aveți nevoie de o invitație",
        lead: "Deschideți linkul din invitație sau introduceți aici codul ei.",
      },
      "wrong-identity": {
        headline: "Acest loc este al altcuiva",
        lead: "A fost luat cu alt cont sau cu altă invitație. Folosiți acel cont sau acea invitație, ori luați un loc nou la coadă.",
      },
    },
    ahead: {
      one: "persoană înaintea dumneavoastră",
      few: "persoane înaintea dumneavoastră",
      other: "de persoane înaintea dumneavoastră",
    },
    tabAhead: "({ahead}) înainte",
    place: "Locul dumneavoastră la coadă",
    drawNumber: "Numărul dumneavoastră la tragerea la sorți",
    opens: "Începutul vânzării",
    untilJoin: "până se deschide sala de așteptare",
    untilDraw: "până la tragerea la sorți",
    untilOpen: "până începe vânzarea",
    drawFair: "Locurile se trag la sorți, așa că nu contează cât de devreme veniți.",
    drawWaits: "Tragerea la sorți așteaptă un număr aleatoriu public, pe care nimeni nu îl putea ști dinainte. Sosește în câteva clipe.",
    checkDraw: "Verificați tragerea la sorți",
    wait: "Așteptare estimată",
    waitUnknown: "încă necunoscută",
    underAMinute: "sub un minut",
    about: "circa {duration}",
    upTo: "cel mult {duration}",
    pace: "Ritmul intrărilor",
    perMinute: { one: "{count} pe minut", few: "{count} pe minut", other: "{count} pe minut" },
    updatedNow: "Actualizat chiar acum",
    updated: "Actualizat {ago}",
    turnLeft: "Mai aveți {left}",
    turnLeftUntil: "Mai aveți {left}, până la ora {time}",
    turnEnding: "Au mai rămas doar câteva secunde",
    enter: "Intrați acum",
    enterAdmitted: "Mergeți la magazin",
    newPlace: "Luați un loc nou",
    takeOver: "Continuați aici",
    reload: "Încercați din nou",
    inviteCode: "Codul invitației",
    inviteUse: "Folosiți codul",
    inviteRefused: "Acest cod nu poate fi folosit: este greșit, a expirat sau a fost deja folosit.",
    alertSound: "Sunet când îmi vine rândul",
    alertNotify: "Notificare când îmi vine rândul",
    messageLabel: "De la organizator",
    offline: "Se pare că nu aveți conexiune la internet. Pagina continuă singură imediat ce conexiunea revine.",
    unreachable: "Momentan nu putem contacta sala de așteptare și încercăm în continuare.",
    busy: "Din rețeaua dumneavoastră vin prea multe cereri.",
    sharedUntil: "Vizita dumneavoastră a fost deschisă din prea multe rețele. Puteți continua aici peste {duration}.",
    retryIn: "Peste {duration} încercăm din nou.",
    triesAgain: "Această pagină încearcă din nou singură.",
    placeKept: "Locul dumneavoastră este păstrat.",
    noPlaceYet: "Încă nu aveți un loc.",
    leave: "Părăsiți coada",
    leaveQuestion: "Ați renunța definitiv la locul {position}. Un loc nou este la sfârșitul cozii.",
    leaveConfirm: "Renunț la locul meu",
    reference: "Referință: {reference}",
  },
  notices: {
    formNotSent: {
      headline: "Formularul nu a fost trimis",
      lead: "Trebuie să așteptați înainte de a continua.",
    },
    notSent: "Ce ați introdus nu a ajuns la magazin.",
    paymentWarning:
      "Dacă tocmai plăteați, este posibil ca plata să fi reușit totuși. Verificați-vă e-mailul sau contul bancar înainte de a plăti din nou.",
    originUnreachable: {
      headline: "Magazinul nu răspunde",
      lead: "Nu v-ați pierdut vizita: este păstrată și, cât timp durează, nu trebuie să stați din nou la coadă.",
    },
    maybeSent:
      "Dacă tocmai trimiteați un formular sau plăteați, este posibil să fi reușit totuși. Verificați înainte de a trimite din nou.",
    errors: {
      "unknown-host": {
        headline: "Aici nu este nimic de vânzare",
        lead: "Această adresă nu duce la niciun magazin. Verificați adresa sau întoarceți-vă de unde ați venit.",
      },
      "ambiguous-path": {
        headline: "Această adresă nu poate fi citită",
        lead: "Poate însemna mai mult de o pagină. Mergeți la pagina de pornire a magazinului și continuați de acolo.",
      },
      "session-rate": {
        headline: "E mai mult decât poate parcurge o singură persoană",
        lead: "Au fost cerute foarte multe pagini deodată în numele dumneavoastră. Rămâneți în magazin; vă rugăm să așteptați puțin.",
      },
      "session-shared": {
        headline: "Vizita dumneavoastră este deschisă în mai multe locuri",
        lead: "Este pentru o singură persoană și a fost folosită din mai multe rețele în câteva minute. Continuați într-un singur browser și așteptați câteva minute.",
      },
      shed: {
        headline: "Magazinul este suprasolicitat",
        lead: "Această pagină poate aștepta puțin, așa că așteaptă. Rămâneți în magazin, iar plățile au prioritate.",
      },
      "room-unavailable": {
        headline: "Sala de așteptare nu este pregătită",
        lead: "Nu depinde de dumneavoastră. Dacă aveți un loc, acesta este păstrat.",
      },
      other: {
        headline: "Nu a funcționat",
        lead: "Nu depinde de dumneavoastră. Dacă aveți un loc la coadă, acesta este păstrat. Vă rugăm să încercați din nou peste puțin timp.",
      },
    },
    startPage: "Mergeți la pagina de pornire",
    backToForm: "Înapoi la formular",
    code: "Cod {code}",
  },
};
