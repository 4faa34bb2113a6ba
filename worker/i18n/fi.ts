import type { Texts } from "./texts.ts";

export const fi: Texts = {
  language: "fi",
  direction: "ltr",
  line: {
    phases: {
      countdown: {
        headline: "Myynti ei ole vielä alkanut",
        lead: "Pidä tämä sivu auki. Se jatkaa eteenpäin itsestään.",
      },
      joining: {
        headline: "Pieni hetki",
        lead: "Varaamme sinulle paikan jonossa.",
      },
      "in-draw": {
        headline: "Olet mukana arvonnassa",
        lead: "Sinun ei tarvitse tehdä muuta. Pidä tämä sivu auki: se näyttää paikkasi heti, kun se on arvottu.",
      },
      drawn: {
        headline: "Paikkasi on arvottu",
        lead: "Pidä tämä sivu auki. Myynnin alettua se päästää sinut sisään, kun vuorosi tulee.",
      },
      waiting: {
        headline: "Olet jonossa",
        lead: "Pidä tämä sivu auki. Se päivittyy itsestään ja päästää sinut sisään, kun vuorosi tulee.",
      },
      near: {
        headline: "Vuorosi lähestyy",
        lead: "Pysy tällä sivulla. Vuorosi tulee viimeistään muutaman minuutin kuluttua.",
      },
      next: {
        headline: "Olet seuraavana",
        lead: "Pysy tällä sivulla. Vuorosi tulee hetken kuluttua.",
      },
      "too-late": {
        headline: "Todennäköisesti liian myöhään",
        lead: "Jäljellä olevat liput eivät todennäköisesti riitä kaikille edelläsi oleville. Voit jäädä jonoon: jos lippuja palautuu, jono jatkuu samassa järjestyksessä.",
      },
      "your-turn": {
        headline: "Nyt on sinun vuorosi",
        lead: "Kauppa on valmiina sinua varten.",
      },
      front: {
        headline: "Olet jonon kärjessä",
        lead: "Päästämme sinut sisään heti, kun kaupassa on tilaa. Pysy tällä sivulla.",
      },
      late: {
        headline: "Ehdit takaisin ajoissa",
        lead: "Päästämme sinut sisään heti, kun kaupassa on tilaa. Pysy tällä sivulla: tämä on viimeinen tilaisuus käyttää tätä paikkaa.",
      },
      entering: {
        headline: "Päästämme sinut sisään",
        lead: "Kauppa avautuu hetken kuluttua.",
      },
      missed: {
        headline: "Vuorosi meni ohi",
        lead: "Pääset vielä sisään yhden kerran. Paina painiketta ja pysy tällä sivulla, kunnes kauppa avautuu.",
      },
      spent: {
        headline: "Tämä paikka on rauennut",
        lead: "Sen vuoro on mennyt ohi, samoin aika palata myöhässä. Voit ottaa uuden paikan jonon lopusta.",
      },
      ended: {
        headline: "Käyntisi on päättynyt",
        lead: "Aikasi kaupassa on loppunut. Jos haluat uudelleen sisään, ota jonosta uusi paikka.",
      },
      stopped: {
        headline: "Jono on pysäytetty",
        lead: "Ketään ei juuri nyt päästetä sisään. Kenenkään vuoro ei sillä välin umpeudu.",
      },
      sealed: {
        headline: "Kauppa on tällä hetkellä suljettu",
        lead: "Järjestäjä on sulkenut sen kaikilta.",
      },
      "sold-out": {
        headline: "Loppuunmyyty",
        lead: "Kaikki on myyty. Jos lippuja palautuu, jono jatkuu samassa järjestyksessä.",
      },
      closed: {
        headline: "Myynti on päättynyt",
        lead: "Ketään ei enää päästetä sisään. Voit sulkea tämän sivun.",
      },
      admitted: {
        headline: "Olet sisällä",
        lead: "Kauppa on sinulle auki.",
      },
      shared: {
        headline: "Käyntisi avattiin muualla",
        lead: "Se on yhdelle ihmiselle. Jos jatkat tässä, se päättyy siellä.",
      },
      lost: {
        headline: "Et ole jonossa",
        lead: "Paikastasi on luovuttu, tai sen eväste on poistettu tästä selaimesta. Voit ottaa uuden paikan jonon lopusta.",
      },
      left: {
        headline: "Olet poistunut jonosta",
        lead: "Paikastasi on luovuttu. Voit ottaa uuden jonon lopusta.",
      },
      full: {
        headline: "Jono on täynnä",
        lead: "Kukaan ei juuri nyt pääse mukaan jonoon.",
      },
      "no-cookies": {
        headline: "Tämä selain ei säilytä evästeitä",
        lead: "Paikkasi jonossa tallennetaan evästeeseen. Salli evästeet tälle sivustolle ja yritä sitten uudelleen.",
      },
      challenge: {
        headline: "Lyhyt tarkistus",
        lead: "Selaimesi ratkaisee pienen tehtävän, ennen kuin se saa paikan. Se kestää muutaman sekunnin, eikä sinun tarvitse tehdä mitään.",
      },
      invite: {
        headline: "Tarvitset kutsun",
        lead: "Avaa kutsussasi oleva linkki tai kirjoita sen koodi tähän.",
      },
      "wrong-identity": {
        headline: "Tämä paikka kuuluu jollekulle muulle",
        lead: "Se on otettu toisella tilillä tai kutsulla. Käytä sitä tiliä tai kutsua tai ota jonosta uusi paikka.",
      },
    },
    ahead: { one: "henkilö edelläsi", other: "henkilöä edelläsi" },
    tabAhead: "({ahead}) edelläsi",
    place: "Paikkasi jonossa",
    drawNumber: "Arvontanumerosi",
    opens: "Myynti alkaa",
    untilJoin: "odotushuoneen avautumiseen",
    untilDraw: "arvontaan",
    untilOpen: "myynnin alkamiseen",
    drawFair: "Paikat arvotaan, joten ei ole väliä, kuinka aikaisin tulet.",
    drawWaits: "Arvonta odottaa julkista satunnaislukua, jota kukaan ei ole voinut tietää etukäteen. Se saadaan hetken kuluttua.",
    checkDraw: "Tarkista arvonta",
    wait: "Arvioitu odotusaika",
    waitUnknown: "ei vielä tiedossa",
    underAMinute: "alle minuutti",
    about: "noin {duration}",
    upTo: "enintään {duration}",
    pace: "Sisään pääsee",
    perMinute: { one: "{count} minuutissa", other: "{count} minuutissa" },
    updatedNow: "Päivitetty juuri nyt",
    updated: "Päivitetty {ago}",
    turnLeft: "Aikaa jäljellä {left}",
    turnLeftUntil: "Aikaa jäljellä {left}, klo {time} asti",
    turnEnding: "Jäljellä enää sekunteja",
    enter: "Mene sisään nyt",
    enterAdmitted: "Siirry kauppaan",
    newPlace: "Ota uusi paikka",
    takeOver: "Jatka tässä",
    reload: "Yritä uudelleen",
    inviteCode: "Kutsukoodi",
    inviteUse: "Käytä koodia",
    inviteRefused: "Tätä koodia ei voi käyttää: se on väärä, vanhentunut tai jo käytetty.",
    alertSound: "Toista ääni, kun vuoroni tulee",
    alertNotify: "Ilmoita minulle, kun vuoroni tulee",
    messageLabel: "Järjestäjältä",
    offline: "Näyttää siltä, ettei sinulla ole verkkoyhteyttä. Sivu jatkaa itsestään heti, kun yhteys palaa.",
    unreachable: "Emme juuri nyt saa yhteyttä odotushuoneeseen, mutta yritämme koko ajan.",
    busy: "Verkostasi tulee liikaa pyyntöjä.",
    sharedUntil: "Käyntisi on avattu liian monesta verkosta. Aikaa siihen, että voit jatkaa tässä: {duration}.",
    retryIn: "Aikaa seuraavaan yritykseen: {duration}.",
    triesAgain: "Tämä sivu yrittää itse uudelleen.",
    placeKept: "Paikkasi säilyy.",
    noPlaceYet: "Sinulla ei ole vielä paikkaa.",
    leave: "Poistu jonosta",
    leaveQuestion: "Luopuisit paikasta {position} lopullisesti. Uusi paikka on jonon lopussa.",
    leaveConfirm: "Luovu paikastani",
    reference: "Viite {reference}",
  },
  notices: {
    formNotSent: {
      headline: "Lomaketta ei lähetetty",
      lead: "Sinun on odotettava, ennen kuin voit jatkaa.",
    },
    notSent: "Antamasi tiedot eivät ole menneet perille kauppaan.",
    paymentWarning:
      "Jos olit maksamassa, maksu on silti voinut mennä läpi. Tarkista sähköpostisi tai pankkisi, ennen kuin maksat uudelleen.",
    originUnreachable: {
      headline: "Kauppa ei vastaa",
      lead: "Et ole menettänyt käyntiäsi: se säilyy, eikä sinun tarvitse jonottaa uudelleen, niin kauan kuin se kestää.",
    },
    maybeSent: "Jos olit lähettämässä lomaketta tai maksamassa, se on silti voinut mennä läpi. Tarkista, ennen kuin lähetät uudelleen.",
    errors: {
      "unknown-host": {
        headline: "Täällä ei ole mitään myynnissä",
        lead: "Tämä osoite ei johda mihinkään kauppaan. Tarkista osoite tai palaa sinne, mistä tulit.",
      },
      "ambiguous-path": {
        headline: "Tätä osoitetta ei voi lukea",
        lead: "Se voi tarkoittaa useampaa kuin yhtä sivua. Siirry kaupan etusivulle ja jatka siitä.",
      },
      "session-rate": {
        headline: "Tämä on enemmän kuin yksi ihminen ehtii katsoa",
        lead: "Nimissäsi on pyydetty hyvin monta sivua kerralla. Pysyt kaupassa; odota hetki.",
      },
      "session-shared": {
        headline: "Käyntisi on auki useassa paikassa",
        lead: "Se on yhdelle ihmiselle, ja sitä on käytetty minuuttien sisällä useasta verkosta. Jatka vain yhdessä selaimessa ja odota muutama minuutti.",
      },
      shed: {
        headline: "Kauppa on ylikuormittunut",
        lead: "Tämä sivu voi odottaa hetken, joten se odottaa. Pysyt kaupassa, ja maksut menevät edelle.",
      },
      "room-unavailable": {
        headline: "Odotushuone ei ole valmis",
        lead: "Tämä ei johdu sinusta. Jos sinulla on paikka, se säilyy.",
      },
      other: {
        headline: "Tämä ei onnistunut",
        lead: "Se ei johdu sinusta. Jos sinulla on paikka jonossa, se säilyy. Yritä hetken kuluttua uudelleen.",
      },
    },
    startPage: "Siirry etusivulle",
    backToForm: "Takaisin lomakkeeseen",
    code: "Koodi {code}",
  },
};
